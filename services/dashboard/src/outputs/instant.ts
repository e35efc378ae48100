const FORM =
  /^(?<year>\d{4})-(?:(?<month>\d\d)-(?<day>\d\d)|W(?<week>\d\d)-(?<weekday>[1-7])|(?<ordinal>\d{3}))(?<time>T.+)?$/i;
const TIME =
  /^T(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d{1,30}))?)?)?(?:Z|(?<zoneHour>[+-](?:0\d|1[0-4]))(?::?(?<zoneMinute>[0-5]\d))?)?$/i;

const DAY_MS = 86_400_000;

type Parts = Readonly<Record<string, string>>;

/**
 * Parses a time as the API does (`libs/contracts/src/schema/instant.ts`, whose library is too large for the page), and
 * returns it with all its digits, in UTC. Without a zone, the time is in UTC. A date alone is its first instant, or its
 * last millisecond if `edge` is `last`. Undefined for times that the API rejects.
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

/** The start of a day, if the date exists. */
function dayOf({ year = '', month, day, week, weekday, ordinal }: Parts): number | undefined {
  if (month !== undefined)
    return startIn(`${year}-${month}`, Date.parse(`${year}-${month}-${day}`));
  const newYear = Date.parse(`${year}-01-01`);
  if (ordinal !== undefined) return startIn(year, newYear + (Number(ordinal) - 1) * DAY_MS);
  // Week 1 contains 4 January, since a week belongs to the year of its Thursday.
  const fourth = newYear + 3 * DAY_MS;
  const sinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const thursday = fourth + ((Number(week) - 1) * 7 - sinceMonday + 3) * DAY_MS;
  const isWeek = startIn(year, thursday) !== undefined;
  return isWeek ? thursday + (Number(weekday) - 4) * DAY_MS : undefined;
}

/** Returns the time if it is within the year or month: 30 February does not exist, nor day 366 of most years. */
function startIn(period: string, at: number): number | undefined {
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(period) ? at : undefined;
}

/** The offset from the start of a UTC day; NaN for an invalid time. */
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
