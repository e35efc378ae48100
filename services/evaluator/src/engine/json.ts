import { quote } from './excerpt.ts';
import { repeatsKeys } from './repeated-keys.ts';

/** A text parsed as JSON, or the reason why it cannot be read as JSON. */
export type JsonDocument =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly reason: string };

const REPEATS = 'an object in it has two values for the same name';
const CHARS_SHOWN = 20;
// Characters that can start a document.
const BEGINNING = /^[[{"\-\dtfn]/;

export function readJsonDocument(text: string): JsonDocument {
  const beginning = text.trimStart();
  if (beginning === '') return { kind: 'broken', reason: 'it is empty' };
  // Most texts that are not JSON are prose. An error with its stack trace takes longer than all other rules.
  if (!BEGINNING.test(beginning)) {
    return { kind: 'broken', reason: `it begins with ${beginningOf(beginning)}` };
  }
  try {
    const value: unknown = JSON.parse(text);
    // Rules would check one value, and whoever receives the output may use another.
    if (repeatsKeys(text, value)) return { kind: 'broken', reason: REPEATS };
    return { kind: 'json', value };
  } catch (error) {
    return { kind: 'broken', reason: reasonOf(error) };
  }
}

function beginningOf(text: string): string {
  return quote(text.slice(0, CHARS_SHOWN).toWellFormed().replace(/\s+/g, ' ').trim());
}

/** The parse error, which quotes part of the text. The quote may end within a character or contain line breaks. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.toWellFormed().replace(/\s+/g, ' ').trim();
}

// Enough to recognize a value. The output itself is displayed beside it.
const SHOWN_CHARS_MAX = 80;

/** Describes a JSON value in a few words, on one line, in constant time. */
export function describeJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number too large to be read';
  return String(value);
}

function shorten(text: string): string {
  if (text.length <= SHOWN_CHARS_MAX) return text.toWellFormed();
  return `${text
    .slice(0, SHOWN_CHARS_MAX)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** Whether a value read from JSON is an object: neither a list nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether two JSON values are equal. Objects are compared without regard to order, numbers by value (`-0` is 0, `1.0`
 * is 1), strings exactly. It recurses no deeper than the first value.
 *
 * @param countFields of the other value, if the caller compares it often and caches the count
 */
export function isSameJson(
  one: unknown,
  other: unknown,
  countFields = (value: object): number => Object.keys(value).length,
): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSameJson(value, other[index], countFields))
    );
  }
  if (!isJsonObject(one)) return one === other;
  if (!isJsonObject(other)) return false;
  const entries = Object.entries(one);
  // A rule's value is small, but an output may have a hundred thousand members, so count those last.
  return (
    entries.every(
      ([name, value]) => Object.hasOwn(other, name) && isSameJson(value, other[name], countFields),
    ) && countFields(other) === entries.length
  );
}
