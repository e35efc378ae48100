import type { ApprovalDemand, Approvals, WorkspacePrincipal } from '@output-review/contracts';

type Demand = ApprovalDemand | null;

/** The combination of both demands, null if neither requires several approvals. */
export function strictest(one: Demand, other: Demand): Demand {
  if (!one || !other) return one ?? other;
  const groupIds = [...new Set([...(one.groupIds ?? []), ...(other.groupIds ?? [])])];
  return {
    needed: Math.max(one.needed, other.needed),
    notSubmitter: one.notSubmitter || other.notSubmitter,
    ...(groupIds.length > 0 && { groupIds }),
  };
}

/** The approvals of an output as stored. */
export interface FoundApprovals {
  readonly submitted: Demand;
  readonly ruled: Demand;
  readonly given: readonly { readonly email: string; readonly at: string }[];
  /** The groups that must approve, null if there are none. */
  readonly groups: NonNullable<Approvals['groups']> | null;
  /** Whether approvers are hidden until the decision. */
  readonly isBlind: boolean;
}

/** The approvals as the API shows them to a viewer, who always sees their own. Null for a receiver of deliveries. */
export function presentApprovals(
  found: FoundApprovals | null,
  viewer: WorkspacePrincipal | null,
): Approvals | null {
  const demand = found && strictest(found.submitted, found.ruled);
  if (!demand) return null;
  return {
    needed: demand.needed,
    given: found.given.map(({ email, at }) => ({
      by: found.isBlind && !(viewer?.kind === 'user' && viewer.email === email) ? null : email,
      at: new Date(at).toISOString(),
    })),
    ...(found.groups && { groups: found.groups }),
  };
}
