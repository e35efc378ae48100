import type { OutputsEvaluated, OutputStatus } from '@output-review/contracts';

import type { StoredAnswer } from './replay.ts';

/**
 * The answer to a sync submission that was evaluated in time.
 *
 * The status is what review will come to: an output that needs approval is held whatever the
 * rules conclude, and its verdict is kept.
 */
export function evaluatedAnswer(
  evaluation: OutputsEvaluated,
  requireApproval: boolean,
): StoredAnswer {
  const { id, outcome, confidenceScore, explanation } = evaluation;
  const verdict = outcome === 'error' ? null : outcome;
  const status = statusOf(outcome, requireApproval);
  return { status: 200, body: { ok: true, id, verdict, confidenceScore, explanation, status } };
}

function statusOf(outcome: OutputsEvaluated['outcome'], requireApproval: boolean): OutputStatus {
  if (requireApproval || outcome === 'fail') return 'flagged';
  return outcome === 'error' ? 'error' : 'pass';
}
