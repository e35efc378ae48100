import type { AppliedRule } from '@output-review/contracts';

import { type JudgeStatement, mayStillSay, settleByJudge } from './settle-by-judge.ts';

/** A rule whose judge is yet to say. */
export interface WaitingRule {
  readonly ruleVersionId: string;
  readonly outcome: 'waiting';
  /** How often a judge was asked in vain. */
  readonly attempts: number;
}

/** How far one rule of a run has come. */
export type RuleProgress = AppliedRule | WaitingRule;

/** What is known of the judges after an attempt. */
export interface Hearing {
  /** By version id; rules whose judge was interrupted are not in it. */
  readonly statements: ReadonlyMap<string, JudgeStatement>;
  /** Names of the rules, by version id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether a judge that is away will not be asked again. */
  readonly isLast: boolean;
}

/** The rules as they ended; null while one is waiting for its judge. */
export function settledRules(rules: readonly RuleProgress[]): readonly AppliedRule[] | null {
  return rules.every((rule) => rule.outcome !== 'waiting') ? rules : null;
}

/** The rules after what the judges said. A judge that may still say something is waited for. */
export function advanceRules(rules: readonly RuleProgress[], hearing: Hearing): RuleProgress[] {
  return rules.map((rule) => (rule.outcome === 'waiting' ? advance(rule, hearing) : rule));
}

function advance(rule: WaitingRule, { statements, names, isLast }: Hearing): RuleProgress {
  const name = names.get(rule.ruleVersionId);
  if (name === undefined) return lostRule(rule);
  const statement = statements.get(rule.ruleVersionId);
  if (!statement) return rule;
  const attempts = rule.attempts + statement.attempts;
  if (mayStillSay(statement) && !isLast) return { ...rule, attempts };
  return settleByJudge({ versionId: rule.ruleVersionId, name }, { ...statement, attempts });
}

function lostRule({ ruleVersionId }: WaitingRule): AppliedRule {
  return {
    ruleVersionId,
    outcome: 'error',
    summary: 'A rule could not be judged: its text is gone. Evaluate the output again.',
    evaluator: 'llm',
    latencyMs: 0,
  };
}
