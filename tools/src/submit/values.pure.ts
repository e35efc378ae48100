export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a JSON object, or returns why the text is not one. */
export function parseObject(text: string): JsonObject | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return isObject(value) ? value : 'not a JSON object';
}

/** A record that cannot become an output; the message is for the person who corrects the file. */
export class BadRecord extends Error {}

// Keys that frameworks wrap plain text in.
const WRAPPERS = new Set(['output', 'input', 'text', 'content']);

/**
 * The text of a prompt or an answer. Plain text stays as it is, without the message or single-key object that
 * frameworks wrap it in. Anything else becomes its JSON, so that rules on fields can read it.
 */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return contentOf(parsed(value)) ?? value;
  return contentOf(value) ?? JSON.stringify(value);
}

function contentOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.role === 'string' && typeof value.content === 'string') return value.content;
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0 || !WRAPPERS.has(only[0])) return undefined;
  return typeof only[1] === 'string' ? only[1] : undefined;
}

/** @throws BadRecord if it is present but not a number. */
export function numberOf(name: string, value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new BadRecord(`${name}: not a number`);
}

// In seconds this is the year 5138, in milliseconds March 1973. Larger numbers are milliseconds.
const SECONDS_MAX = 1e11;

/**
 * A time in the format of the service. It reads ISO 8601, also with a space instead of the T and before the zone, as
 * UTC without a zone; or seconds or milliseconds since 1970.
 *
 * @throws BadRecord if it is present but not a time.
 */
export function timeOf(name: string, value: unknown): string | undefined {
  if (isAbsent(value)) return undefined;
  const date = new Date(typeof value === 'number' ? epochMs(value) : isoText(String(value)));
  if (Number.isNaN(date.getTime())) throw new BadRecord(`${name}: not a time`);
  return date.toISOString();
}

function epochMs(number: number): number {
  return number < SECONDS_MAX ? number * 1000 : number;
}

// The zone may follow a space. PostgreSQL writes zones without minutes.
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:(?:T| +)(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:Z|UTC|GMT|([+-]\d{2}):?(\d{2})?)?)?$/i;

/** Returns an empty string for any other format: guessing could result in another time. */
function isoText(text: string): string {
  const [, date, time = '00:00', hours, minutes = '00'] = TIME.exec(text.trim()) ?? [];
  if (date === undefined || !isDay(date)) return '';
  return `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}

/** Rejects dates such as 31 February, which `Date` would turn into a day of March. */
function isDay(date: string): boolean {
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** The milliseconds between two times, if both are present. */
export function spanMs(from: string | undefined, to: string | undefined): number | undefined {
  return from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : undefined;
}

/** Tags without characters that the service refuses. */
export function tagsOf(value: unknown): string[] {
  return listOf(value)
    .map((tag) => String(tag).replaceAll(',', ' ').trim())
    .filter((tag) => tag !== '');
}

export function listOf(value: unknown): readonly unknown[] {
  const list = parsed(value);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** An object, or a CSV cell with its JSON. */
export function objectOf(value: unknown): JsonObject {
  const object = parsed(value);
  return isObject(object) ? object : {};
}

/** Metadata; a value that is not an object is stored under a key of its own. */
export function metadataOf(value: unknown): JsonObject {
  const metadata = parsed(value);
  if (isObject(metadata)) return metadata;
  return isAbsent(metadata) ? {} : { metadata };
}

/** A string, or a number as a string. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first value that is present. */
export function firstOf(...values: unknown[]): unknown {
  return values.find((value) => !isAbsent(value));
}

export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** Parses JSON in a string and returns other values unchanged. CSV cells are always strings. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
