import { useSyncExternalStore } from 'react';

import { makeStore } from '../app/store.ts';
import { formatDay, formatTime, LOCALE } from '../formats.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
// Of things longer ago than that the date says more.
const RELATIVE_MS_MAX = 7 * 86_400_000;

/** A time, in the zone of who reads it: how long ago; to the pointer the exact one. */
export function Moment({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const now = useNow();
  const date = new Date(at);
  const exact = formatTime(date);
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums">
      {isExact ? exact : formatSince(date, now)}
    </time>
  );
}

export function formatSince(date: Date, now: number): string {
  const sinceMs = date.getTime() - now;
  if (Math.abs(sinceMs) > RELATIVE_MS_MAX) return formatDay(date);
  for (const [unit, ms] of STEPS) {
    if (Math.abs(sinceMs) >= ms) return RELATIVE.format(Math.trunc(sinceMs / ms), unit);
  }
  return 'now';
}

const REFRESH_MS = 30_000;

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
  if (followers === 1) {
    tick();
    timer = window.setInterval(tick, REFRESH_MS);
  }
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) window.clearInterval(timer);
  };
}

function tick(): void {
  clock.set(Date.now());
}
