import { LOCALE } from '../formats/locale.ts';
import { formatDay, formatTime } from '../formats/times.ts';
import { useNow } from './use-now.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });
// Of things longer ago than that the date says more.
const RELATIVE_MS_MAX = 7 * 86_400_000;

/** A time, in the zone of who reads it: how long ago; to the pointer the exact one. */
export function Moment({
  at,
  isExact = false,
}: {
  readonly at: string;
  readonly isExact?: boolean;
}) {
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
