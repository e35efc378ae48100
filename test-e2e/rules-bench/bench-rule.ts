import type { ExactRuleType } from '@output-review/contracts';

/** A rule, and the same asked in the words of promptfoo and of a bare loop. */
export interface BenchRule {
  readonly type: ExactRuleType;
  readonly value: string;
  readonly assertion: PromptfooAssertion;
  readonly passes: (output: BareOutput) => boolean;
}

/** An assertion of promptfoo that asks no model. */
export interface PromptfooAssertion {
  readonly type: string;
  readonly value?: unknown;
  readonly threshold?: number;
}

/** What a loop that does nothing else would prepare once for an output. */
export interface BareOutput {
  readonly text: string;
  readonly lowerCase: string;
  readonly characters: number;
  /** Undefined where it is no JSON. */
  readonly json: unknown;
}

/** What is submitted with each output. */
export const SUBMITTED = { latencyMs: 850, costUsd: 0.004 } as const;
