import type { Query, QueryClient } from '@tanstack/react-query';

import { ApiFailure } from '../api/client.ts';

// A request that nobody answers any more holds up no others: begun again, it is given up.
const LONGEST_MS = 30_000;

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * Loads what is shown of outputs anew, once at a time: begun again while it runs it would start over, and never
 * come to its end while something happens all the time. Whoever asks meanwhile shares the one that follows.
 */
export function reloadOutputs(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  longestMs = LONGEST_MS,
): Promise<void> {
  if (running === null) {
    running = reload(queryClient, longestMs).finally(() => (running = null));
    return running;
  }
  following ??= running.then(() => {
    following = null;
    return reloadOutputs(queryClient, longestMs);
  });
  return following;
}

async function reload(
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  longestMs: number,
): Promise<void> {
  let timer;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([queryClient.invalidateQueries({ queryKey: ['outputs'] }), late]);
  clearTimeout(timer);
}

// Events alone use up half of the 600 reads that a person has in a minute; the rest is for what the person does.
const PER_READ_MS = 200;
// Where a refusal does not say when to call again.
const REFUSED_MS = 10_000;

interface AfterReload {
  /** For how long events should have nothing loaded. */
  readonly pauseMs: number;
  /** Whether the service refused some of it, because the person has asked too often. */
  readonly isRefused: boolean;
}

/** What follows from the reload that has just ended: the more it asked, the later the next one. */
export function afterReload(queryClient: Pick<QueryClient, 'getQueryCache'>): AfterReload {
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['outputs'], type: 'active' });
  const reads = shown.reduce((sum, query) => sum + readsOf(query), 0);
  const refusals = shown.flatMap(({ state: { error } }) =>
    error instanceof ApiFailure && error.status === 429 ? [error.retryAfterMs ?? REFUSED_MS] : [],
  );
  return {
    pauseMs: Math.max(reads * PER_READ_MS, ...refusals),
    isRefused: refusals.length > 0,
  };
}

/** A list is loaded page by page. */
function readsOf({ state }: Query): number {
  const { pages } = (state.data ?? {}) as { readonly pages?: readonly unknown[] };
  return pages?.length ?? 1;
}
