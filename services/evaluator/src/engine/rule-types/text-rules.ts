import { describeFind, quote } from '../excerpt.ts';
import { foldText } from '../folded-places.ts';
import { NOT_SCANNED } from '../judged-output.ts';
import { indexOfKeyword } from '../text-scan/keyword-search.ts';
import type { RuleTools } from '../tools.ts';
import { failed, PASSED, type SearchTerm, type TextCheck, textRule } from './rule-type.ts';

export const keywordRequired = textRule({
  findFault: findKeywordFault,
  searchTermOf: keywordTerm,
  compile: (value) => {
    const keyword = keywordOf(value);
    const missing = failed(`Required phrase ${quote(value)} is missing.`);
    return (text, finds) =>
      (finds.hasKeyword(keyword) ?? indexOfKeyword(text.folded, keyword) !== -1) ? PASSED : missing;
  },
});

export const keywordForbidden = textRule({
  findFault: findKeywordFault,
  searchTermOf: keywordTerm,
  compile: (value) => {
    const keyword = keywordOf(value);
    return inEitherForm((text, finds) => {
      if (finds.hasKeyword(keyword) === false) return PASSED;
      const index = indexOfKeyword(text.folded, keyword);
      if (index === -1) return PASSED;
      const found = text.placeOf({ start: index, end: index + keyword.length });
      return failed(`Forbidden phrase ${quote(value)} found at ${describeFind(text.raw, found)}`);
    });
  },
});

function keywordTerm(value: string): SearchTerm {
  return { kind: 'keyword', keyword: keywordOf(value) };
}

/** @throws Error for a phrase that was saved when invisible characters counted, and has no others. */
function keywordOf(value: string): string {
  const keyword = foldText(value);
  if (keyword === '') throw new Error('its phrase has only invisible characters');
  return keyword;
}

function findKeywordFault(value: string): string | null {
  return foldText(value).trim() === '' ? 'Must be the word or phrase to look for.' : null;
}

export const regexRequired = textRule({
  findFault: findRegexFault,
  searchTermOf: patternTerm,
  compile: (source, { compilePattern }) => {
    const missing = failed(`Required pattern ${quote(source)} was not found.`);
    // Compiled on first use: most patterns are only ever matched by scans.
    return (text, finds) =>
      (finds.hasMatch(source) ?? compilePattern(source).matches(text)) ? PASSED : missing;
  },
});

export const regexForbidden = textRule({
  findFault: findRegexFault,
  searchTermOf: patternTerm,
  compile: (source, { compilePattern }) =>
    inEitherForm((text, finds) => {
      if (!(finds.hasMatch(source) ?? compilePattern(source).matches(text))) return PASSED;
      const found = compilePattern(source).find(text) ?? { start: 0, end: 0 };
      return failed(`Forbidden pattern ${quote(source)} found at ${describeFind(text.raw, found)}`);
    }),
});

/** Forbidden content must not pass just because JSON escapes it. */
function inEitherForm(check: TextCheck): TextCheck {
  return (text, finds) => {
    const result = check(text, finds);
    if (result.outcome !== 'passed' || !text.unescaped) return result;
    return check(text.unescaped, finds.unescaped ?? NOT_SCANNED);
  };
}

function patternTerm(source: string): SearchTerm {
  return { kind: 'pattern', source };
}

function findRegexFault(value: string, { findPatternFault }: RuleTools): string | null {
  if (value.trim() === '') return 'Must be a pattern in RE2 syntax.';
  const fault = findPatternFault(value);
  if (fault === null) return null;
  return `Must be a pattern in RE2 syntax (no lookaround, no backreferences): ${fault}.`;
}

export const minLength = textRule({
  findFault: findLengthFault,
  compile: (value) => {
    const min = Number(value);
    return ({ codePoints }) =>
      codePoints >= min
        ? PASSED
        : failed(`Too short: ${characters(codePoints)}, at least ${min} needed.`);
  },
});

export const maxLength = textRule({
  findFault: findLengthFault,
  compile: (value) => {
    const max = Number(value);
    return ({ codePoints }) =>
      codePoints <= max
        ? PASSED
        : failed(`Too long: ${characters(codePoints)}, at most ${max} allowed.`);
  },
});

// The maximum length of a submitted text: 1 MiB, with at least one byte per code point.
const LENGTH_MAX = 1024 * 1024;

function findLengthFault(value: string): string | null {
  const isInRange = /^\s*\d{1,7}\s*$/.test(value) && Number(value) <= LENGTH_MAX;
  return isInRange
    ? null
    : `Must be a number of characters from 0 to ${LENGTH_MAX}, as text, such as "280".`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
