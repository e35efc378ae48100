import { AppError } from '@output-review/errors';

import { refuseUnevaluated } from './decide.ts';
import type { Output } from './output.ts';

/**
 * Starts the next evaluation of an undecided output: pending until its result comes, and results of
 * the former run are passed over.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT where there is nothing to evaluate.
 */
export function startRun(output: Output, now: Date): Output {
  refuseUnevaluated(output);
  if (!canBeEvaluated(output)) {
    throw new AppError(
      'CONFLICT',
      'What was submitted could not be read; there is nothing to evaluate.',
    );
  }
  if (output.decision) {
    throw new AppError('ALREADY_DECIDED', 'A decided output is not evaluated again.');
  }
  return {
    ...output,
    status: 'pending',
    verdict: null,
    confidenceScore: null,
    evaluatedAt: null,
    queuedAt: now,
    run: output.run + 1,
  };
}

/** An output whose submission was set aside has no project and no text until it is replayed. */
export function canBeEvaluated({ projectId }: Output): boolean {
  return projectId !== '';
}
