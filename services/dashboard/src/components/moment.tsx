import { useSyncExternalStore } from 'react';

import { makeStore } from '../app/store.ts';
import { formatSince, formatTime, formatZonedTime } from '../formats.ts';

/** A time, in the zone of who reads it: how long ago; to the pointer the exact one, with its zone. */
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
// What comes onto the page has often happened since the clock was last set: to an older one it would be still to come.
const FRESH_MS = 1_000;

// One clock for all who follow it: a page shows hundreds of times. It stands while nobody does.
const clock = makeStore(Date.now());
let followers = 0;
let timer: number | undefined;

/** The time, at most half a minute old; the component is drawn again as it passes. */
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
