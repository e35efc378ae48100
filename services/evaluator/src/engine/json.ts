import { quote } from './excerpt.ts';

/** A text read as JSON, or why it is none. */
export type JsonDocument =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly reason: string };

const CHARS_SHOWN = 20;
// What a document may begin with.
const BEGINNING = /^[[{"\-\dtfn]/;

export function readJsonDocument(text: string): JsonDocument {
  const beginning = text.trimStart();
  if (beginning === '') return { kind: 'broken', reason: 'it is empty' };
  // Most that is none is prose. An error with its trace takes longer than all the other rules.
  if (!BEGINNING.test(beginning)) {
    return { kind: 'broken', reason: `it begins with ${beginningOf(beginning)}` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    return { kind: 'broken', reason: reasonOf(error) };
  }
}

function beginningOf(text: string): string {
  return quote(text.slice(0, CHARS_SHOWN).toWellFormed().replace(/\s+/g, ' ').trim());
}

/** Where it breaks, with a few words of the text; these may end within a character or on a line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.toWellFormed().replace(/\s+/g, ' ').trim();
}

// Enough to recognise a value by; the output itself stands beside it.
const SHOWN_CHARS_MAX = 80;

/** A JSON value in a few words, on one line. Its time does not grow with the value. */
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
 * Whether two JSON values are equal: objects whatever the order of their members, numbers by what
 * they count (`-0` is 0, `1.0` is 1), texts to the letter. It goes no deeper than the first one.
 *
 * @param countFields of the other one, where somebody compares it often and has counted before.
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
  // A rule's value is small, while that of an output may have a hundred thousand members: those are counted last.
  return (
    entries.every(
      ([name, value]) => Object.hasOwn(other, name) && isSameJson(value, other[name], countFields),
    ) && countFields(other) === entries.length
  );
}
