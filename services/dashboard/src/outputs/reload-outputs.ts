import type { QueryClient } from '@tanstack/react-query';

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
