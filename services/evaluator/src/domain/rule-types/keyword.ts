import { describeFind, quote } from '../excerpt.ts';
import type { JudgedText } from '../judged-text.ts';
import type { Span } from '../pattern.ts';
import type { Sought } from '../text-scan/finds.ts';
import type { RuleTools } from '../rule-tools.ts';
import { failed, PASSED } from '../settlement.ts';
import { textRule } from './rule-type.ts';

export const keywordRequired = textRule({
  findFault,
  soughtBy,
  compile: (value, { fold }) => {
    const keyword = fold(value);
    const missing = failed(`Required phrase ${quote(value)} is missing.`);
    return (text, finds) =>
      (finds.hasKeyword(keyword) ?? text.folded.includes(keyword)) ? PASSED : missing;
  },
});

export const keywordForbidden = textRule({
  findFault,
  soughtBy,
  compile: (value, tools) => {
    const keyword = tools.fold(value);
    return (text, finds) => {
      if (finds.hasKeyword(keyword) === false) return PASSED;
      const index = text.folded.indexOf(keyword);
      if (index === -1) return PASSED;
      const found = unfold(text, { start: index, end: index + keyword.length }, tools);
      return failed(`Forbidden phrase ${quote(value)} found at ${describeFind(text.raw, found)}`);
    };
  },
});

function soughtBy(value: string, { fold }: RuleTools): Sought {
  return { kind: 'keyword', keyword: fold(value) };
}

function findFault(value: string, { fold }: RuleTools): string | null {
  return fold(value).trim() === '' ? 'Must be the word or phrase to look for.' : null;
}

// Stretches of ASCII, and what else there is by characters, each with its combining marks.
const PARTS = /[\0-\x7f]+(?=[\0-\x7f]|$)|\P{M}\p{M}*|\p{M}+/gu;
const ASCII_ONLY = /^[\0-\x7f]+$/;

/**
 * The place in the text itself of a find in its folded form. Folding may lengthen and shorten
 * (`ß` is `ss`), so it is done again part by part; a stretch of ASCII stays as long as it is.
 */
function unfold(text: JudgedText, found: Span, { fold }: RuleTools): Span {
  if (text.raw.length === text.folded.length) return found;
  let foldedEnd = 0;
  let start: number | null = null;
  for (const { 0: part, index } of text.raw.matchAll(PARTS)) {
    const isAscii = ASCII_ONLY.test(part);
    const foldedStart = foldedEnd;
    foldedEnd += isAscii ? part.length : fold(part).length;
    if (start === null && foldedEnd > found.start) {
      start = index + (isAscii ? found.start - foldedStart : 0);
    }
    if (start !== null && foldedEnd >= found.end) {
      return { start, end: index + (isAscii ? found.end - foldedStart : part.length) };
    }
  }
  return { start: start ?? 0, end: text.raw.length };
}
