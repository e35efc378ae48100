import type { JudgedOutput } from '../judged-output.ts';
import { failed, PASSED, type RuleTypeDefinition } from './rule-type.ts';

export const confidenceMin = submittedNumberRule({
  read: ({ confidence }) => confidence,
  isGood: (confidence, min) => confidence >= min,
  max: 1,
  wanted: 'a number from 0 to 1, as text, such as "0.8"',
  missing: (min) => `Confidence is missing: at least ${min} needed.`,
  worse: (confidence, min) => `Confidence too low: ${confidence}, at least ${min} needed.`,
});

export const latencyMax = submittedNumberRule({
  read: ({ latencyMs }) => latencyMs,
  isGood: (latencyMs, max) => latencyMs <= max,
  max: Number.MAX_VALUE,
  wanted: 'a number of milliseconds, as text, such as "2000"',
  missing: (max) => `Latency is missing: at most ${max} ms allowed.`,
  worse: (latencyMs, max) => `Too slow: ${latencyMs} ms, at most ${max} ms allowed.`,
});

export const costMax = submittedNumberRule({
  read: ({ costUsd }) => costUsd,
  isGood: (costUsd, max) => costUsd <= max,
  max: Number.MAX_VALUE,
  wanted: 'a number of US dollars, as text, such as "0.05"',
  missing: (max) => `Cost is missing: at most ${max} USD allowed.`,
  worse: (costUsd, max) => `Too expensive: ${costUsd} USD, at most ${max} USD allowed.`,
});

/** A number that the caller submits with an output, and the limit that a rule sets for it. */
interface SubmittedNumber {
  readonly read: (output: JudgedOutput) => number | null;
  readonly isGood: (submitted: number, limit: number) => boolean;
  /** The maximum valid limit; the minimum is 0. */
  readonly max: number;
  readonly wanted: string;
  readonly missing: (limit: number) => string;
  readonly worse: (submitted: number, limit: number) => string;
}

/** Fails closed: a missing number fails just like one beyond the limit. */
function submittedNumberRule(type: SubmittedNumber): RuleTypeDefinition {
  return {
    findFault: (value) =>
      /^\s*\d+(?:\.\d+)?\s*$/.test(value) && Number(value) <= type.max
        ? null
        : `Must be ${type.wanted}.`,
    sourceOf: () => 'numbers',
    compile: (value) => {
      const limit = Number(value);
      return (output) => {
        const submitted = type.read(output);
        if (submitted === null) return failed(type.missing(limit));
        return type.isGood(submitted, limit) ? PASSED : failed(type.worse(submitted, limit));
      };
    },
  };
}
