import type { JudgedContentData } from '@output-review/contracts';
import { parseJson } from '@output-review/runtime/text';

import { FoldedPlaces, foldText } from './folded-places.ts';
import type { PatternText, Span } from './tools.ts';

/** The text of one output that text rules read. Each form is created once, however many rules there are. */
export interface JudgedText extends PatternText {
  readonly folded: string;
  readonly codePoints: number;
  /** Maps a match in the folded form to its place in the text. */
  readonly placeOf: (found: Span) => Span;
  /** The same text with JSON strings and names unescaped; null if that changes nothing. */
  readonly unescaped: JudgedText | null;
  /** Upper bound of the characters that rules read, known without unescaping, since that never lengthens a text. */
  readonly lengthMax: number;
}

/**
 * The text of an output: the output itself, or without one, the text of its action. An empty output counts, since an AI
 * that answered nothing is worth catching.
 *
 * @returns null if there is nothing to read
 */
export function judgedTextOf(content: JudgedContentData): JudgedText | null {
  if (content.output !== null) return outputText(content.output);
  if (content.action === null) return null;
  const { name, summary, params } = content.action;
  const json = JSON.stringify(params);
  const withParams = (written: string) => `${name}\n${summary}\n${written}`;
  const makeUnescaped = () => makeJudgedText(withParams(unescape(json)));
  return makeJudgedText(withParams(json), json.includes('\\') ? makeUnescaped : null);
}

// The first letter identifies prose, which is then not searched for a backslash.
const MAYBE_JSON = /^\s*[[{"]/;

function outputText(output: string): JudgedText {
  const makeUnescaped = () =>
    parseJson(output) === undefined ? null : makeJudgedText(unescape(output));
  const mayHaveEscapes = MAYBE_JSON.test(output) && output.includes('\\');
  return makeJudgedText(output, mayHaveEscapes ? makeUnescaped : null);
}

// JSON has no backslashes outside of strings and names.
const ESCAPES = /(?:\\(?:u[\da-f]{4}|[^u]))+/gi;

function unescape(json: string): string {
  return json.replace(ESCAPES, (escapes) => String(JSON.parse(`"${escapes}"`)));
}

// Each ASCII character folds to one character.
const UNMOVED = { spanOf: (found: Span): Span => found };

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function makeJudgedText(
  raw: string,
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
      places ??= isAscii(raw) ? UNMOVED : new FoldedPlaces(raw);
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
      return (folded ??= foldText(raw));
    },
    get codePoints() {
      return (codePoints ??= countCodePoints(raw));
    },
  };
  return text;
}

/** Number of code points: a surrogate pair counts as one. */
export function countCodePoints(text: string): number {
  if (!/[\ud800-\udfff]/.test(text)) return text.length;
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isLowHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLowHalf && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
