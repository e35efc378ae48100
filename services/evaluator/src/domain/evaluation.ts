import type {
  AppliedRule,
  EvaluationOutcome,
  OutputStatus,
  Verdict,
} from '@output-review/contracts';

/** What the rules concluded about an output. */
export interface Conclusion {
  readonly outcome: EvaluationOutcome;
  /** 1: deterministic rules are sure; null where there is no verdict. */
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

  if (count.failed > 0) return withVerdict('fail', faultsOf(applied));
  if (count.error > 0) return withoutVerdict(faultsOf(applied));
  if (applied.length === 0) return withVerdict('pass', 'No rules apply.');
  if (count.skipped === 0) return withVerdict('pass', `All ${count.passed} rules passed.`);
  const explanation = `${count.passed} rules passed, ${count.skipped} skipped.`;
  return count.passed > 0 ? withVerdict('pass', explanation) : withoutVerdict(explanation);
}

/** The evaluation of an output whose rules could not be applied at all. */
export function evaluationAsError(reason: string): Evaluation {
  return { ...withoutVerdict(reason), appliedRules: [] };
}

export function verdictOf(outcome: EvaluationOutcome): Verdict | null {
  return outcome === 'error' ? null : outcome;
}

/** The status that an output of this outcome has where nothing holds it. */
export function statusOf(outcome: EvaluationOutcome): OutputStatus {
  return outcome === 'fail' ? 'flagged' : outcome;
}

function withVerdict(outcome: Verdict, explanation: string): Conclusion {
  return { outcome, confidenceScore: 1, explanation };
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
