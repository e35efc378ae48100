import { describeFind, quote } from '../excerpt.ts';
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
  compile: (value, { fold }) => {
    const keyword = fold(value);
    return (text, finds) => {
      if (finds.hasKeyword(keyword) === false) return PASSED;
      const index = text.folded.indexOf(keyword);
      if (index === -1) return PASSED;
      const found = text.placeOf({ start: index, end: index + keyword.length });
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
