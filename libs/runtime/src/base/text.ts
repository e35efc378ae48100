import { configure } from 'safe-stable-stringify';

const stringify = configure({ deterministic: true, strict: true });

/**
 * JSON text that is the same for equal values, whatever the order of their keys: keys sorted by
 * UTF-16 code unit, no blanks, members that are undefined left out.
 *
 * @throws Error for what JSON cannot say: a cycle, a function, NaN, undefined as the value itself.
 */
export function canonicalJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new Error('This value has no JSON form');
  return text;
}

/** Whether a text that is cut before this place, in UTF-16 units, loses half of a surrogate pair. */
export function isInsideCharacter(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

/** The place itself, in UTF-16 units, or one before it where it would cut a surrogate pair in two. */
export function wholeCharacter(text: string, index: number): number {
  return isInsideCharacter(text, index) ? index - 1 : index;
}

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * The form of a name or keyword in which two spellings of one word are equal: NFKC and Unicode's full
 * case folding (`ß` = `SS`, every sigma the same, `ﬁ` = `FI`). It knows no language, so the Turkish
 * dotless `ı` stays apart from `i`. Folding a folded key changes nothing.
 *
 * Cherokee comes out in small letters, where Unicode's own table has capitals; what equals what is
 * the same.
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

// No character of ASCII joins what stands before it, so a text falls apart there without a difference.
// Texts of most languages are mostly ASCII, and what is not are the same few letters again and again.
const WITHIN_ASCII = /[\0-\x7f]?[^\0-\x7f]+/g;

// Marks on one letter are put in order one by one, which takes the square of their number: 100,000 took
// three seconds. Far more than any language or name has are divided, as by the Stream-Safe Text Format
// (UAX #15, 13). The half-width katakana marks are letters that NFKC turns into marks.
const MARKS_MAX = 256;
const TOO_MANY_MARKS = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){256}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;
const GRAPHEME_JOINER = '\u034f';

function foldStretch(stretch: string): string {
  const divided =
    stretch.length > MARKS_MAX ? stretch.replace(TOO_MANY_MARKS, `$&${GRAPHEME_JOINER}`) : stretch;
  return foldCase(divided.normalize('NFKC')).normalize('NFKC');
}

function foldCase(text: string): string {
  // `ı` has the capital `I`, so it alone must not go through the capitals.
  return text.split('ı').map(throughCapitals).join('ı');
}

function throughCapitals(text: string): string {
  // Small letters first, because the capital `ẞ` becomes `SS` only by way of `ß`; small letters last
  // write the sigma at the end of a word in its own way.
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
