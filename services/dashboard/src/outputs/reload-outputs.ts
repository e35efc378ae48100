import type { Query, QueryClient } from '@tanstack/react-query';

import { ApiFailure } from '../api/client.ts';

// After this time, a reload stops waiting, so that a request without a response does not block later ones.
const LONGEST_MS = 30_000;

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * Reloads all shown outputs, one reload at a time: restarting a reload in progress could go on forever during constant
 * changes. Calls during a reload share the next one.
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

// Live events use at most half of a person's 600 reads per minute. The rest is left for the person's own actions.
const PER_READ_MS = 200;
// The pause after a 429 without `Retry-After`.
const REFUSED_MS = 10_000;

interface AfterReload {
  /** How long events must not cause another reload. */
  readonly pauseMs: number;
  /** Whether the rate limit refused part of the reload. */
  readonly isRefused: boolean;
}

/** The pause after a reload: the more requests it made, the longer. */
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

/** A list makes one request per loaded page. */
function readsOf({ state }: Query): number {
  const { pages } = (state.data ?? {}) as { readonly pages?: readonly unknown[] };
  return pages?.length ?? 1;
}
