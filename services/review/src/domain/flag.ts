import { refuseUnevaluated } from './decide.ts';
import { restartDeadline } from './deadlines/restart-deadline.ts';
import type { Output } from './output.ts';

/**
 * Sends an evaluated output back into the queue; a decision is cleared, and a deadline begins again.
 *
 * @throws AppError STILL_EVALUATING while the rules have not settled.
 */
export function flag(output: Output, flaggedBy: string, at: Date): Output {
  refuseUnevaluated(output);
  return {
    ...output,
    status: 'flagged',
    decision: null,
    isFlagged: true,
    flaggedBy,
    deadline: restartDeadline(output, at),
    sequence: output.sequence + 1,
  };
}

/** A reason goes before what the rules said; without one that stays as it is. */
export function explanationAfterFlag(reason: string | null, former: string | null): string | null {
  if (reason === null) return former;
  return former === null || former === '' ? reason : `${reason} ${former}`;
}
