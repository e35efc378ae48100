import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Found, FoundOutput, Output } from './queries.ts';
import { outputQuery } from './queries.ts';

export type Claim = Pick<Output, 'claimedBy' | 'claimedUntil'>;

export const UNCLAIMED: Claim = { claimedBy: null, claimedUntil: null };

/** Whether an output can be claimed and assigned: it waits for a decision, or is an undecided sample. */
export function awaitsDecision({ status, sampled, humanDecision }: Output): boolean {
  const isWaiting = status === 'flagged' || status === 'error' || (status === 'pass' && sampled);
  return isWaiting && humanDecision === null;
}

/** The other person who has claimed an output; null if nobody has. */
export function holderOf(
  { claimedBy }: Pick<FoundOutput, 'claimedBy'>,
  own: string,
): string | null {
  return claimedBy === own ? null : (claimedBy ?? null);
}

const QUEUES = { queryKey: ['outputs', 'list', 'queue'] } as const;

/** Updates the claim of an output in the cache, without a request. */
export function showClaim(queryClient: QueryClient, id: string, claim: Claim): void {
  const { queryKey } = outputQuery(id);
  const show = (): void => {
    queryClient.setQueryData(queryKey, (output) => output && { ...output, ...claim });
    queryClient.setQueriesData<InfiniteData<Found>>(
      QUEUES,
      (list) => list && { ...list, pages: list.pages.map((page) => inPage(page, id, claim)) },
    );
  };
  show();
  // A response in flight may be older than the claim and would overwrite it.
  const loading = [{ queryKey, exact: true }, QUEUES].flatMap((filter) =>
    queryClient.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' }),
  );
  for (const { promise } of loading) void promise?.then(show, () => {});
}

/** The fields of a claim event. */
export type ClaimEvent = Pick<Output, 'id' | 'humanDecision' | keyof Claim>;

/** Whether an approval may have ended a claim, which changes more of the loaded data than the claim. */
export function mayBeApproved(queryClient: QueryClient, event: ClaimEvent): boolean {
  const { id, humanDecision } = event;
  const rows = queryClient
    .getQueriesData<InfiniteData<Found>>(QUEUES)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ executions }) => executions)
    .filter((output) => output.id === id);
  // It may have been decided before, and be back in the queue.
  if (rows.length === 0 && humanDecision === null) return true;
  const output = queryClient.getQueryData(outputQuery(id).queryKey);
  if (output && output.humanDecision !== humanDecision) return true;
  return [output, ...rows].some((loaded) => loaded?.approvals);
}

/** Pages without the output stay the same objects. */
function inPage(page: Found, id: string, claim: Claim): Found {
  if (!page.executions.some((output) => output.id === id)) return page;
  const executions = page.executions.map((output) =>
    output.id === id ? { ...output, ...claim } : output,
  );
  return { ...page, executions };
}
