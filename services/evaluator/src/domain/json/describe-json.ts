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
