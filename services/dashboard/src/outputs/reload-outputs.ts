import type { QueryClient } from '@tanstack/react-query';

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * Loads what is shown of outputs anew, once at a time: begun again while it runs it would start over, and never
 * come to its end while something happens all the time. Whoever asks meanwhile shares the one that follows.
 */
export function reloadOutputs(queryClient: QueryClient): Promise<void> {
  if (running === null) {
    running = queryClient
      .invalidateQueries({ queryKey: ['outputs'] })
      .finally(() => (running = null));
    return running;
  }
  following ??= running.then(() => {
    following = null;
    return reloadOutputs(queryClient);
  });
  return following;
}
