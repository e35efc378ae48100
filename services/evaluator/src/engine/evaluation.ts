import type {
  AppliedRule,
  ApprovalDemand,
  EvaluationOutcome,
  OutputStatus,
  RuleOutcome,
  Verdict,
} from '@output-review/contracts';

import type { CompiledRule } from './compile-rule.ts';

/** What the rules concluded about an output. */
export interface Conclusion {
  readonly outcome: EvaluationOutcome;
  /** 1 where no judge had a say: exact rules are sure; null where there is no verdict. */
  readonly confidenceScore: number | null;
  readonly explanation: string;
}

/** An evaluation with how each rule ended. */
export interface Evaluation extends Conclusion {
  readonly appliedRules: AppliedRule[];
}

/** Fails closed: one failed rule fails the output, one that erred leaves it without a verdict. */
export function conclude(applied: readonly AppliedRule[]): Conclusion {
  const count = { passed: 0, failed: 0, error: 0, skipped: 0 };
  for (const { outcome } of applied) count[outcome] += 1;

  const withVerdict = (outcome: Verdict, explanation: string): Conclusion => ({
    outcome,
    confidenceScore: lowestConfidence(applied, outcome === 'pass' ? 'passed' : 'failed'),
    explanation,
  });

  if (count.failed > 0) return withVerdict('fail', faultsOf(applied));
  if (count.error > 0) return withoutVerdict(faultsOf(applied));
  if (applied.length === 0) return withVerdict('pass', 'No rules apply.');
  if (count.skipped === 0) return withVerdict('pass', `All ${count.passed} rules passed.`);
  const explanation = `${count.passed} rules passed, ${count.skipped} skipped.`;
  return count.passed > 0 ? withVerdict('pass', explanation) : withoutVerdict(explanation);
}

/** How sure the least sure of those is that had this outcome. */
function lowestConfidence(applied: readonly AppliedRule[], decisive: RuleOutcome): number {
  let lowest = 1;
  for (const { outcome, judge } of applied) {
    if (outcome === decisive) lowest = Math.min(lowest, judge?.confidence ?? 1);
  }
  return lowest;
}

export function evaluationOf(appliedRules: readonly AppliedRule[]): Evaluation {
  return { ...conclude(appliedRules), appliedRules: [...appliedRules] };
}

/** The evaluation of an output whose rules could not be applied at all. What they demand stays. */
export function evaluationAsError(reason: string, rules: readonly CompiledRule[]): Evaluation {
  const appliedRules = rules.map(({ kind, rule }) => {
    const evaluator = kind === 'judge' ? ('llm' as const) : ('deterministic' as const);
    const ended = { ruleVersionId: rule.versionId, outcome: 'error' as const, summary: reason };
    return withDemand({ ...ended, evaluator, latencyMs: 0 }, rule.approvals);
  });
  return { ...withoutVerdict(reason), appliedRules };
}

export function verdictOf(outcome: EvaluationOutcome): Verdict | null {
  return outcome === 'error' ? null : outcome;
}

/** The status that an output has then, where its submission does not hold it. */
export function statusOf({ outcome, appliedRules }: Evaluation): OutputStatus {
  const isHeld = outcome === 'fail' || appliedRules.some(({ approvals }) => approvals);
  return isHeld ? 'flagged' : outcome;
}

function withoutVerdict(explanation: string): Conclusion {
  return { outcome: 'error', confidenceScore: null, explanation };
}

function faultsOf(applied: readonly AppliedRule[]): string {
  return applied
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
    .map(({ summary }) => summary ?? '')
    .join(' ');
}

/** A rule as it ended, with what it asks of whoever approves, where it did not pass. */
export function withDemand(rule: AppliedRule, approvals: ApprovalDemand | null): AppliedRule {
  const counts = rule.outcome === 'failed' || rule.outcome === 'error';
  return approvals && counts ? { ...rule, approvals } : rule;
}

/** A rule whose judge is yet to say. */
export interface WaitingRule {
  readonly ruleVersionId: string;
  readonly outcome: 'waiting';
  /** What it asks of whoever approves, where it does. */
  readonly approvals?: ApprovalDemand;
  /** How often a judge was asked in vain. */
  readonly attempts: number;
}

/** How far one rule of a run has come. */
export type RuleProgress = AppliedRule | WaitingRule;

/** The rules as they ended; null while one is waiting for its judge. */
export function settledRules(rules: readonly RuleProgress[]): readonly AppliedRule[] | null {
  return rules.every((rule) => rule.outcome !== 'waiting') ? rules : null;
}
