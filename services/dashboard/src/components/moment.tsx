import { useSyncExternalStore } from 'react';

import { makeStore } from '../app/store.ts';
import { formatSince, formatTime, formatZonedTime } from '../formats.ts';

/** A relative time; the tooltip shows the exact time and zone. Times are in the user's time zone. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={formatZonedTime(date)}
      className={`${isExact ? 'sm:whitespace-nowrap' : 'whitespace-nowrap'} tabular-nums`}
    >
      {isExact ? formatTime(date) : formatSince(date, now)}
    </time>
  );
}

const REFRESH_MS = 30_000;
// New data is often newer than the last tick, and would appear to be in the future.
const FRESH_MS = 1_000;

// All components share one clock, since a page may show hundreds of times. It stops without subscribers.
const clock = makeStore(Date.now());
let followers = 0;
let timer: number | undefined;

/** The current time, at most half a minute old. The component re-renders as it advances. */
export function useNow(): number {
  return useSyncExternalStore(follow, clock.get);
}

function follow(listener: () => void): () => void {
  const stop = clock.subscribe(listener);
  followers += 1;
  if (followers === 1) timer = window.setInterval(tick, REFRESH_MS);
  if (Date.now() - clock.get() > FRESH_MS) tick();
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) window.clearInterval(timer);
  };
}

function tick(): void {
  clock.set(Date.now());
}
