import type { JudgedContentData } from '@output-review/contracts';

import { FoldedPlaces } from './folded-places.ts';
import type { PatternText, Span } from './tools.ts';

/** What text rules read of one output. Each form is made once, whatever the number of rules. */
export interface JudgedText extends PatternText {
  readonly folded: string;
  readonly codePoints: number;
  /** The place in the text itself of what was found in its folded form. */
  readonly placeOf: (found: Span) => Span;
  /** The same with the strings and names of its JSON as people read them; null where that is the same text. */
  readonly unescaped: JudgedText | null;
  /** How many characters rules read at most, known without unescaping: that makes no text longer. */
  readonly lengthMax: number;
}

/**
 * The text of an output: the output itself (the empty one too: an AI that answered nothing is worth
 * catching), without it what the action says.
 *
 * @returns null where there is nothing to read.
 */
export function judgedTextOf(
  content: JudgedContentData,
  fold: (text: string) => string,
): JudgedText | null {
  if (content.output !== null) return outputText(content.output, fold);
  if (content.action === null) return null;
  const { name, summary, params } = content.action;
  const json = JSON.stringify(params);
  const withParams = (written: string) => `${name}\n${summary}\n${written}`;
  const makeUnescaped = () => makeJudgedText(withParams(unescape(json)), fold);
  return makeJudgedText(withParams(json), fold, json.includes('\\') ? makeUnescaped : null);
}

// Prose is told by its first letter, and not read to its end for a backslash.
const MAYBE_JSON = /^\s*[[{"]/;

function outputText(output: string, fold: (text: string) => string): JudgedText {
  const makeUnescaped = () => (isJson(output) ? makeJudgedText(unescape(output), fold) : null);
  const mayHaveEscapes = MAYBE_JSON.test(output) && output.includes('\\');
  return makeJudgedText(output, fold, mayHaveEscapes ? makeUnescaped : null);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// Outside of strings and names JSON has no backslash.
const ESCAPES = /(?:\\(?:u[\da-f]{4}|[^u]))+/gi;

function unescape(json: string): string {
  return json.replace(ESCAPES, (escapes) => String(JSON.parse(`"${escapes}"`)));
}

// Each character of ASCII is folded to one.
const UNMOVED = { spanOf: (found: Span): Span => found };

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function makeJudgedText(
  raw: string,
  fold: (text: string) => string,
  makeUnescaped: (() => JudgedText | null) | null = null,
): JudgedText {
  let unescaped: JudgedText | null | undefined;
  let folded: string | null = null;
  let codePoints: number | null = null;
  let utf8: Buffer | null = null;
  let places: Pick<FoldedPlaces, 'spanOf'> | null = null;
  const text: JudgedText = {
    raw,
    lengthMax: makeUnescaped ? 2 * raw.length : raw.length,
    placeOf: (found) => {
      places ??= isAscii(raw) ? UNMOVED : new FoldedPlaces(raw, fold);
      return places.spanOf(found);
    },
    get unescaped() {
      if (unescaped === undefined) unescaped = makeUnescaped?.() ?? null;
      return unescaped;
    },
    get utf8() {
      return (utf8 ??= Buffer.from(raw));
    },
    get folded() {
      return (folded ??= fold(raw));
    },
    get codePoints() {
      return (codePoints ??= countCodePoints(raw));
    },
  };
  return text;
}

/** The number of code points: a surrogate pair is one. */
export function countCodePoints(text: string): number {
  if (!/[\ud800-\udfff]/.test(text)) return text.length;
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isLowHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLowHalf && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
