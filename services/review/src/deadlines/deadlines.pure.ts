import type { DeadlineAction } from '@output-review/contracts';

import type { Deadline, Output } from '../outputs/output.pure.ts';

/** What a deadline does to an output. */
export interface DeadlineEffect {
  readonly kind: DeadlineAction;
  /** Why it escalates where it should have approved; else null. */
  readonly reason: string | null;
}

/**
 * What a deadline that is due does.
 *
 * @param mayApprove whether the workspace has turned that on.
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
