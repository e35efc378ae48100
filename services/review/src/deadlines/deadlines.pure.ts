import type { Deadline, Output } from '../outputs/output.pure.ts';

/** What a deadline does to an output. */
export type DeadlineEffect =
  | { readonly kind: 'approve' }
  | { readonly kind: 'reject' }
  /** With the reason where it should have approved. */
  | { readonly kind: 'escalate'; readonly reason: string | null };

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
  if (action !== 'approve') return action === 'reject' ? { kind: action } : escalation(null);
  if (!mayApprove) return escalation('Approval by deadline is turned off.');
  if (approvals) return escalation(`It needs ${approvals.needed} approvals.`);
  if (verdict !== 'pass') return escalation('Not every rule passed.');
  return { kind: action };
}

const escalation = (reason: string | null): DeadlineEffect => ({ kind: 'escalate', reason });
