import { configure } from 'safe-stable-stringify';

const stringify = configure({ deterministic: true, strict: true });

/**
 * Returns the same JSON text for equal values, independent of key order: keys are sorted by UTF-16 code unit, without
 * whitespace. Undefined members are omitted.
 *
 * @throws Error for values that JSON cannot represent: a cycle, a function, NaN, a top-level undefined.
 */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new Error('This value has no JSON form');
  return text;
}

/** Parses JSON. Returns undefined for invalid JSON, since no JSON value is undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether cutting a text before this UTF-16 index splits a surrogate pair. */
export function isInsideCharacter(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

/** Returns the UTF-16 index, or the one before it if cutting there would split a surrogate pair. */
export function wholeCharacter(text: string, index: number): number {
  return isInsideCharacter(text, index) ? index - 1 : index;
}

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * Normalizes a name or keyword so that different spellings of one word are equal: NFKC and Unicode's full case folding
 * (`ß` = `SS`, every sigma is the same, `ﬁ` = `FI`). It is independent of language, so the Turkish dotless `ı` differs
 * from `i`. Folding a folded key changes nothing.
 *
 * Cherokee folds to lowercase letters, where Unicode's table uses capitals. Equality is unaffected.
 */
export function foldKey(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const folds = new Map<string, string>();
  let folded = '';
  let end = 0;
  for (const { 0: stretch, index } of text.matchAll(WITHIN_ASCII)) {
    let fold = folds.get(stretch);
    if (fold === undefined) {
      fold = foldStretch(stretch);
      folds.set(stretch, fold);
    }
    folded += text.slice(end, index).toLowerCase() + fold;
    end = index + stretch.length;
  }
  return folded + text.slice(end).toLowerCase();
}

// No ASCII character combines with the text before it, so a text can be split there safely. Texts in most languages are
// mostly ASCII, and their other characters are the same few letters.
const WITHIN_ASCII = /[\0-\x7f]?[^\0-\x7f]+/g;

// Ordering the marks on one letter takes quadratic time: 100,000 took three seconds. Sequences far longer than any
// language or name has are split, as in the Stream-Safe Text Format (UAX #15, 13). NFKC turns the half-width katakana
// marks, which are letters, into marks.
const MARKS_MAX = 256;
const TOO_MANY_MARKS = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){256}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;
const GRAPHEME_JOINER = '\u034f';

function foldStretch(stretch: string): string {
  const divided =
    stretch.length > MARKS_MAX ? stretch.replace(TOO_MANY_MARKS, `$&${GRAPHEME_JOINER}`) : stretch;
  return foldCase(divided.normalize('NFKC')).normalize('NFKC');
}

function foldCase(text: string): string {
  // The capital of `ı` is `I`, so `ı` must not be uppercased.
  return text.split('ı').map(throughCapitals).join('ı');
}

function throughCapitals(text: string): string {
  // Lowercase first, because the capital `ẞ` becomes `SS` only by way of `ß`. The last lowercasing writes a sigma at
  // the end of a word as `ς`.
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** The text of an environment variable. A blank one counts as absent. */
export const settingOf = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined => env[name]?.trim() || undefined;
