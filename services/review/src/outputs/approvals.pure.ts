import type { ApprovalDemand, Approvals, WorkspacePrincipal } from '@output-review/contracts';

type Demand = ApprovalDemand | null;

/** What satisfies both demands; null where neither asks for several approvals. */
export function strictest(one: Demand, other: Demand): Demand {
  if (!one || !other) return one ?? other;
  const groupIds = [...new Set([...(one.groupIds ?? []), ...(other.groupIds ?? [])])];
  return {
    needed: Math.max(one.needed, other.needed),
    notSubmitter: one.notSubmitter || other.notSubmitter,
    ...(groupIds.length > 0 && { groupIds }),
  };
}

/** The approvals of an output as they are stored. */
export interface FoundApprovals {
  readonly submitted: Demand;
  readonly ruled: Demand;
  readonly given: readonly { readonly email: string; readonly at: string }[];
  /** Those of which somebody is needed; null where there are none. */
  readonly groups: NonNullable<Approvals['groups']> | null;
  /** Whether who gave them is hidden until the decision. */
  readonly isBlind: boolean;
}

/**
 * As answers show them to somebody, who sees the own approval also where others are hidden; null for a receiver of
 * deliveries.
 */
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
