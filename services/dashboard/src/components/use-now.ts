import { useSyncExternalStore } from 'react';

const REFRESH_MS = 30_000;

// One clock for all who follow it: a page shows hundreds of times.
let now = Date.now();
let timer: number | undefined;
const listeners = new Set<() => void>();

/** The time, at most half a minute old; the component is drawn again as it passes. */
export function useNow(): number {
  return useSyncExternalStore(follow, () => now);
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(tick, REFRESH_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
