const FORM =
  /^(?<year>\d{4})-(?:(?<month>\d\d)-(?<day>\d\d)|W(?<week>\d\d)-(?<weekday>[1-7])|(?<ordinal>\d{3}))(?<time>T.+)?$/i;
const TIME =
  /^T(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d{1,30}))?)?)?(?:Z|(?<zoneHour>[+-](?:0\d|1[0-4]))(?::?(?<zoneMinute>[0-5]\d))?)?$/i;

const DAY_MS = 86_400_000;

type Parts = Readonly<Record<string, string>>;

/**
 * A time as the API reads it (`libs/contracts/src/schema/instant.ts`, by a library that is too large for the page),
 * with all its digits, in UTC. Without a zone it is UTC; a date alone is its first instant, or its last millisecond
 * where `edge` is `last`. Undefined for what the API does not take.
 */
export function readInstant(text: string, edge: 'first' | 'last'): string | undefined {
  const date = FORM.exec(text)?.groups;
  const day = date && dayOf(date);
  if (day === undefined) return undefined;
  const sinceMs = date?.['time'] === undefined ? edgeMs(edge) : timeOf(date['time']);
  const at = new Date(day + sinceMs);
  const year = Number.isNaN(at.getTime()) ? 0 : at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? at.toISOString() : undefined;
}

const edgeMs = (edge: 'first' | 'last'): number => (edge === 'first' ? 0 : DAY_MS - 1);

/** When a day begins, if there is such a one. */
function dayOf({ year = '', month, day, week, weekday, ordinal }: Parts): number | undefined {
  if (month !== undefined)
    return startIn(`${year}-${month}`, Date.parse(`${year}-${month}-${day}`));
  const newYear = Date.parse(`${year}-01-01`);
  if (ordinal !== undefined) return startIn(year, newYear + (Number(ordinal) - 1) * DAY_MS);
  // The first week is that of 4 January. A week belongs to the year of its Thursday.
  const fourth = newYear + 3 * DAY_MS;
  const sinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const thursday = fourth + ((Number(week) - 1) * 7 - sinceMonday + 3) * DAY_MS;
  const isWeek = startIn(year, thursday) !== undefined;
  return isWeek ? thursday + (Number(weekday) - 4) * DAY_MS : undefined;
}

/** A time, if it lies in a year or month: there is no 30 February, and not every year has 366 days. */
function startIn(period: string, at: number): number | undefined {
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(period) ? at : undefined;
}

/** How long after the beginning of a day of UTC; not a number where there is no such time. */
function timeOf(text: string): number {
  const {
    hour,
    minute = '00',
    second = '00',
    fraction = '',
    ...zone
  }: Parts = TIME.exec(text)?.groups ?? {};
  const offset =
    zone['zoneHour'] === undefined ? 'Z' : `${zone['zoneHour']}:${zone['zoneMinute'] ?? '00'}`;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`1970-01-01T${hour}:${minute}:${second}.${milliseconds}${offset}`);
}
