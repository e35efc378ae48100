import type { Output } from '../output.ts';
import type { Deadline } from './deadline.ts';

/** The deadline of an output that is flagged now: a duration begins again, an instant stays. */
export function restartDeadline(output: Output, at: Date): Deadline | null {
  const { deadline } = output;
  if (!deadline) return null;
  const { withinMs, dueAt } = deadline;
  if (withinMs !== null) {
    return {
      ...deadline,
      dueAt: new Date(at.getTime() + withinMs),
      actedAt: null,
      escalatedAt: null,
    };
  }
  // Nobody was waited for when it passed: whoever flags afterwards is given time.
  const hasPassed = dueAt <= at && !isWaiting(output);
  return hasPassed ? { ...deadline, actedAt: deadline.actedAt ?? at } : deadline;
}

/** Whether an output waits for a decision. */
function isWaiting({ status, decision }: Output): boolean {
  return decision === null && (status === 'flagged' || status === 'error');
}
