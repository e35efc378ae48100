import type { AppliedRule, JudgeAnswer } from '@output-review/contracts';
import { wholeCharacter } from '@output-review/runtime/text';

import { type RuleProgress, type WaitingRule, withDemand } from '../engine/evaluation.ts';
import { skipped } from '../engine/rule-types/rule-type.ts';
import {
  describeFailure,
  isTransient,
  JudgeFailure,
  type JudgeUsage,
} from '../judges/judge-failure.pure.ts';
import type { ChosenJudge } from '../judges/judges.pure.ts';

export interface JudgeReply {
  readonly answer: JudgeAnswer;
  readonly usage: JudgeUsage;
}

/** The answer of a judge about one rule, or why there is none. */
export interface JudgeStatement {
  readonly judge: Pick<ChosenJudge, 'provider' | 'model' | 'prices'> | null;
  readonly reply: JudgeReply | JudgeFailure;
  /** Over all calls for this rule and run. */
  readonly attempts: number;
  readonly latencyMs: number;
  /** For a model that rate limits: time since it last answered any call, if known. */
  readonly silentForMs?: number | null;
}

interface JudgedRule {
  readonly versionId: string;
  readonly name: string;
}

// Reviewers read it in a list. The full answer is displayed beside it.
const EXPLANATION_CHARS_MAX = 1_000;
const LLM_OUTPUT_CHARS_MAX = 4_000;

/** Fails closed: a rule passes only on a valid answer with the verdict pass. */
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

/** Cost of a call by its tokens; null if these or their prices are unknown. */
function costOf(
  { inputTokens, outputTokens }: Pick<JudgeUsage, 'inputTokens' | 'outputTokens'>,
  prices: ChosenJudge['prices'],
): number | null {
  if (!prices || inputTokens === null || outputTokens === null) return null;
  const { inputPerMillion, outputPerMillion } = prices;
  return (inputTokens * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000;
}

/** Whether the judge may give a verdict later. */
function isRetryable({ reply }: JudgeStatement): boolean {
  return reply instanceof JudgeFailure && isTransient(reply);
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

/** Truncates a text to this many UTF-16 units, and removes invalid characters, such as lone surrogates of models. */
function shorten(text: string, charsMax: number): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  if (clean.length <= charsMax) return clean;
  return `${clean.slice(0, wholeCharacter(clean, charsMax))}…`;
}

/** The state of judges after an attempt. */
interface AttemptResult {
  /** By version id. Omits rules whose judge was interrupted. */
  readonly statements: ReadonlyMap<string, JudgeStatement>;
  /** Names of the rules, by version id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether an unavailable judge will not be asked again. */
  readonly isLast: boolean;
}

/** Applies the answers of judges to the rules. A rule whose judge may still answer keeps waiting. */
export function advanceRules(
  rules: readonly RuleProgress[],
  attempt: AttemptResult,
): RuleProgress[] {
  return rules.map((rule) => {
    if (rule.outcome !== 'waiting') return rule;
    const advanced = advance(rule, attempt);
    return advanced.outcome === 'waiting' ? advanced : withDemand(advanced, rule.approvals ?? null);
  });
}

function advance(rule: WaitingRule, { statements, names, isLast }: AttemptResult): RuleProgress {
  const name = names.get(rule.ruleVersionId);
  if (name === undefined) return unjudged(rule, LOST);
  const statement = statements.get(rule.ruleVersionId);
  if (!statement) return rule;
  const attempts = rule.attempts + statement.attempts;
  if (isRetryable(statement) && !isLast) return { ...rule, attempts };
  return settleByJudge({ versionId: rule.ruleVersionId, name }, { ...statement, attempts });
}

const LOST =
  'A rule could not be judged, because its text no longer exists. Evaluate the output again.';
const BROKEN =
  'A rule could not be judged: something went wrong on our side. Evaluate the output again.';

/** Ends the waiting rules of a run that breaks as errors. Settled rules keep their results. */
export function breakWaiting(rules: readonly RuleProgress[]): AppliedRule[] {
  return rules.map((rule) =>
    rule.outcome === 'waiting' ? withDemand(unjudged(rule, BROKEN), rule.approvals ?? null) : rule,
  );
}

function unjudged({ ruleVersionId }: WaitingRule, summary: string): AppliedRule {
  return { ruleVersionId, outcome: 'error', summary, evaluator: 'llm', latencyMs: 0 };
}

const SKIPPED = skipped(
  'The judge was skipped: an exact rule has already failed, and this workspace skips judges in ' +
    'that case.',
);

/** Whether the verdict is final without any judge, and no judge affects the required approvals. */
export function maySkipJudges(rules: readonly RuleProgress[]): boolean {
  return (
    rules.some((rule) => rule.outcome === 'failed' && rule.evaluator === 'deterministic') &&
    !rules.some((rule) => rule.outcome === 'waiting' && rule.approvals)
  );
}

/** The results of the rules if their judges are skipped. */
export function skipJudges(rules: readonly RuleProgress[]): readonly AppliedRule[] {
  return rules.map((rule) =>
    rule.outcome === 'waiting'
      ? { ruleVersionId: rule.ruleVersionId, ...SKIPPED, evaluator: 'llm', latencyMs: 0 }
      : rule,
  );
}
