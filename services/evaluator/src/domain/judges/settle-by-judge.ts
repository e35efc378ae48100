import type { AppliedRule, JudgeAnswer } from '@output-review/contracts';

import { isPassing, describeFailure, JudgeFailure, type JudgeUsage } from './judge-failure.ts';
import type { ChosenJudge } from './judge.ts';

/** What a judge said about one rule, or why it said nothing. */
export interface JudgeStatement {
  readonly judge: Pick<ChosenJudge, 'provider' | 'model' | 'prices'> | null;
  readonly reply: { readonly answer: JudgeAnswer; readonly usage: JudgeUsage } | JudgeFailure;
  /** Of all calls for this rule and run. */
  readonly attempts: number;
  readonly latencyMs: number;
}

interface JudgedRule {
  readonly versionId: string;
  readonly name: string;
}

// A reviewer reads it in a list; the whole answer stands beside it.
const EXPLANATION_CHARS_MAX = 1_000;
const LLM_OUTPUT_CHARS_MAX = 4_000;

/** Fails closed: only a valid answer that says pass passes. */
export function settleByJudge(rule: JudgedRule, statement: JudgeStatement): AppliedRule {
  const { judge, reply, attempts, latencyMs } = statement;
  const isFailure = reply instanceof JudgeFailure;
  const { llmOutput, ...usage } = reply.usage;
  return {
    ruleVersionId: rule.versionId,
    ...(isFailure
      ? { outcome: 'error', summary: describeFailure(rule.name, reply) }
      : outcomeOf(rule, reply.answer)),
    evaluator: 'llm',
    latencyMs: Math.round(latencyMs),
    judge: {
      provider: judge?.provider ?? null,
      model: judge?.model ?? null,
      confidence: isFailure ? null : reply.answer.confidence,
      llmOutput: llmOutput === null ? null : shorten(llmOutput, LLM_OUTPUT_CHARS_MAX),
      ...usage,
      costUsd: usage.costUsd ?? costOf(usage, judge?.prices),
      attempts,
    },
  };
}

/** What a call cost by its tokens; null where these or their prices are not known. */
function costOf(
  { inputTokens, outputTokens }: Pick<JudgeUsage, 'inputTokens' | 'outputTokens'>,
  prices: ChosenJudge['prices'],
): number | null {
  if (!prices || inputTokens === null || outputTokens === null) return null;
  const { inputPerMillion, outputPerMillion } = prices;
  return (inputTokens * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000;
}

/** Whether the judge may well have a verdict later. */
export function mayStillSay({ reply }: JudgeStatement): boolean {
  return reply instanceof JudgeFailure && isPassing(reply);
}

function outcomeOf(
  { name }: JudgedRule,
  { verdict, explanation }: JudgeAnswer,
): Pick<AppliedRule, 'outcome' | 'summary'> {
  if (verdict === 'pass') return { outcome: 'passed', summary: null };
  const words = shorten(explanation.replace(/\s+/g, ' ').trim(), EXPLANATION_CHARS_MAX);
  return { outcome: 'failed', summary: `Rule “${name}” is not met: ${asSentence(words)}` };
}

function asSentence(words: string): string {
  if (words === '') return 'the judge gave no explanation.';
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** No longer than so many UTF-16 units, without half characters and what a database cannot hold. */
function shorten(text: string, charsMax: number): string {
  const clean = text.replaceAll('\u0000', '');
  if (clean.length <= charsMax) return clean;
  const isHalf = (clean.charCodeAt(charsMax - 1) & 0xfc00) === 0xd800;
  return `${clean.slice(0, isHalf ? charsMax - 1 : charsMax)}…`;
}
