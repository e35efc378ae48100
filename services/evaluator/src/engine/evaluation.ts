import type {
  AppliedRule,
  ApprovalDemand,
  EvaluationOutcome,
  OutputStatus,
  RuleOutcome,
  Verdict,
} from '@output-review/contracts';

import type { CompiledRule } from './compile-rule.ts';

/** The conclusion of all rules about an output, with the result of each. */
export interface Evaluation {
  readonly outcome: EvaluationOutcome;
  /** 1 if no judge contributed, since exact rules are certain; null if there is no verdict. */
  readonly confidenceScore: number | null;
  readonly explanation: string;
  readonly appliedRules: AppliedRule[];
}

export function evaluationOf(appliedRules: readonly AppliedRule[]): Evaluation {
  return { ...conclude(appliedRules), appliedRules: [...appliedRules] };
}

type Conclusion = Omit<Evaluation, 'appliedRules'>;

/** Fails closed: one failed rule fails the output, and one that ended in an error leaves it without a verdict. */
function conclude(applied: readonly AppliedRule[]): Conclusion {
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

/** The lowest confidence of the rules with this outcome. */
function lowestConfidence(applied: readonly AppliedRule[], decisive: RuleOutcome): number {
  let lowest = 1;
  for (const { outcome, judge } of applied) {
    if (outcome === decisive) lowest = Math.min(lowest, judge?.confidence ?? 1);
  }
  return lowest;
}

/** The evaluation of an output whose rules could not be applied at all. Keeps their required approvals. */
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

/** The status of the output, unless its submission holds it. */
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

/** The result of a rule. Includes its approval requirements if it did not pass. */
export function withDemand(rule: AppliedRule, approvals: ApprovalDemand | null): AppliedRule {
  const counts = rule.outcome === 'failed' || rule.outcome === 'error';
  return approvals && counts ? { ...rule, approvals } : rule;
}

/** A rule that waits for its judge. */
export interface WaitingRule {
  readonly ruleVersionId: string;
  readonly outcome: 'waiting';
  /** The rule's approval requirements, if it has any. */
  readonly approvals?: ApprovalDemand;
  /** Number of failed attempts to ask a judge. */
  readonly attempts: number;
}

/** The progress of one rule of a run. */
export type RuleProgress = AppliedRule | WaitingRule;

/** The results of the rules; null while one waits for its judge. */
export function settledRules(rules: readonly RuleProgress[]): readonly AppliedRule[] | null {
  return rules.every((rule) => rule.outcome !== 'waiting') ? rules : null;
}
