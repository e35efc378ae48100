import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Found, FoundOutput, Output } from './queries.ts';
import { outputQuery } from './queries.ts';

type Claim = Pick<Output, 'claimedBy' | 'claimedUntil'>;

export const UNCLAIMED: Claim = { claimedBy: null, claimedUntil: null };

/** Whether an output can be claimed and assigned: it waits for a decision, or is a sample that nobody has decided. */
export function awaitsDecision({ status, sampled, humanDecision }: Output): boolean {
  const isWaiting = status === 'flagged' || status === 'error' || (status === 'pass' && sampled);
  return isWaiting && humanDecision === null;
}

/** Who else is looking at an output to decide it; null where nobody is. */
export function holderOf(
  { claimedBy }: Pick<FoundOutput, 'claimedBy'>,
  own: string,
): string | null {
  return claimedBy === own ? null : (claimedBy ?? null);
}

const QUEUES = { queryKey: ['outputs', 'list', 'queue'] } as const;

/** Shows who has an output, or that nobody has, in what is loaded: nothing is asked for. */
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
  // An answer on its way may be from before the claim, and would take its place.
  const loading = [{ queryKey, exact: true }, QUEUES].flatMap((filter) =>
    queryClient.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' }),
  );
  for (const { promise } of loading) void promise?.then(show, () => {});
}

/** What an event of a claim says of the output. */
export type ClaimEvent = Pick<Output, 'id' | 'humanDecision' | keyof Claim>;

/** Whether a claim that ended may have ended by an approval, which changes more of what is loaded than the claim. */
export function mayBeApproved(queryClient: QueryClient, event: ClaimEvent): boolean {
  const { id, humanDecision } = event;
  const rows = queryClient
    .getQueriesData<InfiniteData<Found>>(QUEUES)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ executions }) => executions)
    .filter((output) => output.id === id);
  // One that was decided is back in the queue.
  if (rows.length === 0 && humanDecision === null) return true;
  const output = queryClient.getQueryData(outputQuery(id).queryKey);
  if (output && output.humanDecision !== humanDecision) return true;
  return [output, ...rows].some((loaded) => loaded?.approvals);
}

/** Pages that do not have it stay the same. */
function inPage(page: Found, id: string, claim: Claim): Found {
  if (!page.executions.some((output) => output.id === id)) return page;
  const executions = page.executions.map((output) =>
    output.id === id ? { ...output, ...claim } : output,
  );
  return { ...page, executions };
}
