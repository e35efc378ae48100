import type { DeadlineAction } from '@output-review/contracts';

import type { Deadline, Output } from '../outputs/output.pure.ts';

/** The effect of a deadline on an output. */
export interface DeadlineEffect {
  readonly kind: DeadlineAction;
  /** Why it escalates instead of approving, otherwise null. */
  readonly reason: string | null;
}

/**
 * The effect of a deadline that is due.
 *
 * @param mayApprove whether the workspace allows approval by deadline.
 */
export function effectOf(
  { verdict, approvals }: Output,
  { action }: Deadline,
  mayApprove: boolean,
): DeadlineEffect {
  if (action !== 'approve') return { kind: action, reason: null };
  if (!mayApprove) return escalation('Approval by deadline is turned off.');
  if (approvals) return escalation(`It needs ${approvals.needed} approvals.`);
  if (verdict !== 'pass') return escalation('Not every rule passed.');
  return { kind: action, reason: null };
}

const escalation = (reason: string): DeadlineEffect => ({ kind: 'escalate', reason });
