import { describeFind, quote } from '../excerpt.ts';
import type { JudgedText } from '../judged-text.ts';
import type { Span } from '../pattern.ts';
import type { RuleTools } from '../rule-tools.ts';
import { failed, PASSED } from '../settlement.ts';
import { textRule } from './rule-type.ts';

export const keywordRequired = textRule({
  findFault,
  compile: (value, { fold }) => {
    const keyword = fold(value);
    const missing = failed(`Required phrase ${quote(value)} is missing.`);
    return (text) => (text.folded.includes(keyword) ? PASSED : missing);
  },
});

export const keywordForbidden = textRule({
  findFault,
  compile: (value, tools) => {
    const keyword = tools.fold(value);
    return (text) => {
      const index = text.folded.indexOf(keyword);
      if (index === -1) return PASSED;
      const found = unfold(text, { start: index, end: index + keyword.length }, tools);
      return failed(`Forbidden phrase ${quote(value)} found at ${describeFind(text.raw, found)}`);
    };
  },
});

function findFault(value: string, { fold }: RuleTools): string | null {
  return fold(value).trim() === '' ? 'Must be the word or phrase to look for.' : null;
}

/**
 * The place in the text itself of a find in its folded form. Folding may lengthen and shorten
 * (`ß` is `ss`), so characters are folded again one by one, each with its combining marks.
 */
function unfold(text: JudgedText, found: Span, { fold }: RuleTools): Span {
  if (text.raw.length === text.folded.length) return found;
  let foldedLength = 0;
  let start: number | null = null;
  for (const character of text.raw.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    foldedLength += fold(character[0]).length;
    if (foldedLength > found.start) start ??= character.index;
    if (start !== null && foldedLength >= found.end) {
      return { start, end: character.index + character[0].length };
    }
  }
  return { start: start ?? 0, end: text.raw.length };
}
