import type { OutputStatus, Verdict } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { restartDeadline } from '../decisions/decisions.pure.ts';
import { type Output, refuseSetAside, refuseUnevaluated } from '../outputs/output.pure.ts';

/**
 * Starts the next evaluation of an undecided output. It is pending until the result arrives, and results of the
 * previous run are ignored.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT if there is nothing to evaluate.
 */
export function startRun(output: Output, now: Date): Output {
  refuseUnevaluated(output);
  refuseSetAside(output, 'there is nothing to evaluate.');
  if (output.decision) {
    throw new AppError('ALREADY_DECIDED', 'A decided output cannot be evaluated again.');
  }
  return {
    ...output,
    status: 'pending',
    verdict: null,
    confidenceScore: null,
    evaluatedAt: null,
    isSampled: false,
    outcomeSet: null,
    shadowSet: null,
    queuedAt: now,
    // A pass had cancelled the deadline. An output that already waits keeps its deadline.
    deadline: output.status === 'pass' ? restartDeadline(output, now) : output.deadline,
    run: output.run + 1,
  };
}

export interface Evaluated {
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly requireApproval: boolean;
  /** Whether failed rules require several approvals. */
  readonly isAsked: boolean;
}

/** Why an evaluation held an output for a person, null if it did not. A flag has its own reason. */
export function heldBecause({
  status,
  verdict,
  requireApproval,
  isAsked,
}: Evaluated): string | null {
  if (status !== 'flagged') return null;
  if (requireApproval) return 'Held for approval';
  return verdict === 'fail' || isAsked ? 'Held by a rule' : null;
}
