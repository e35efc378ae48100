/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object of a text, or why it is none. */
export function parseObject(text: string): JsonObject | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return isObject(value) ? value : 'not a JSON object';
}

/** A record that cannot become an output; the message is for the person who mends the file. */
export class BadRecord extends Error {}

// Keys in which frameworks wrap a plain text.
const WRAPPERS = new Set(['output', 'input', 'text', 'content']);

/**
 * The words of what a model was told or answered: a text as it is, without the message or the object with a
 * single key in which frameworks wrap it; of anything else its JSON, so that rules on fields can read it.
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

/** @throws BadRecord where it is neither absent nor a number. */
export function numberOf(name: string, value: unknown): number | undefined {
  if (isAbsent(value)) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new BadRecord(`${name}: not a number`);
}

// Later than that in seconds is the year 5138, earlier in milliseconds March 1973.
const SECONDS_MAX = 1e11;

/**
 * A time as the service takes it: ISO 8601, also with a space for the T and before the zone, without a zone in
 * UTC; or seconds or milliseconds since 1970.
 *
 * @throws BadRecord where it is neither absent nor a time.
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

// A zone may stand after a space; one without minutes is how PostgreSQL writes it.
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:(?:T| +)(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:Z|UTC|GMT|([+-]\d{2}):?(\d{2})?)?)?$/i;

/** Empty where it is anything else, or more: what is guessed or left out could make it another time. */
function isoText(text: string): string {
  const [, date, time = '00:00', hours, minutes = '00'] = TIME.exec(text.trim()) ?? [];
  if (date === undefined || !isDay(date)) return '';
  return `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}

/** The 31st of February is none, where `Date` takes it for a day of March. */
function isDay(date: string): boolean {
  const at = new Date(date);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** The milliseconds between two times, where both are there. */
export function spanMs(from: string | undefined, to: string | undefined): number | undefined {
  return from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : undefined;
}

/** Tags without what the service refuses in them. */
export function tagsOf(value: unknown): string[] {
  return listOf(value)
    .map((tag) => String(tag).replaceAll(',', ' ').trim())
    .filter((tag) => tag !== '');
}

export function listOf(value: unknown): readonly unknown[] {
  const list = parsed(value);
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** An object, also where it stands as JSON in a cell of CSV. */
export function objectOf(value: unknown): JsonObject {
  const object = parsed(value);
  return isObject(object) ? object : {};
}

/** Metadata; what is no object is kept under a key of its own. */
export function metadataOf(value: unknown): JsonObject {
  const metadata = parsed(value);
  if (isObject(metadata)) return metadata;
  return isAbsent(metadata) ? {} : { metadata };
}

/** A text, or a number as one. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The first of them that says something. */
export function firstOf(...values: unknown[]): unknown {
  return values.find((value) => !isAbsent(value));
}

export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** JSON in a text, or the value itself: cells of CSV are texts, whatever they were before. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
