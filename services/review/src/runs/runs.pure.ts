import type { OutputStatus, Verdict } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { restartDeadline } from '../decisions/decisions.pure.ts';
import { isSetAside, type Output, refuseUnevaluated } from '../outputs/output.pure.ts';

/**
 * Starts the next evaluation of an undecided output: pending until its result comes, and results of
 * the former run are passed over.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT where there is nothing to evaluate.
 */
export function startRun(output: Output, now: Date): Output {
  refuseUnevaluated(output);
  if (isSetAside(output)) {
    throw new AppError(
      'CONFLICT',
      'The submission could not be read, so there is nothing to evaluate.',
    );
  }
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
    // A pass had cancelled it; what waited already is to be decided no later.
    deadline: output.status === 'pass' ? restartDeadline(output, now) : output.deadline,
    run: output.run + 1,
  };
}

export interface Evaluated {
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly requireApproval: boolean;
  /** Whether rules that did not pass ask for several approvals. */
  readonly isAsked: boolean;
}

/** Why an evaluation has left an output for a person; null where it has not. A flag says so by itself. */
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
