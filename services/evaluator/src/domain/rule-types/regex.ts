import { describeFind, quote } from '../excerpt.ts';
import type { JudgedText } from '../judged-text.ts';
import type { Pattern } from '../pattern.ts';
import type { RuleTools } from '../rule-tools.ts';
import { failed, PASSED } from '../settlement.ts';
import type { Finds, Sought } from '../text-scan/finds.ts';
import { textRule } from './rule-type.ts';

export const regexRequired = textRule({
  findFault,
  soughtBy,
  compile: (source, tools) => {
    const search = makeSearch(source, tools);
    const missing = failed(`Required pattern ${quote(source)} was not found.`);
    return (text, finds) => (search.isIn(text, finds) ? PASSED : missing);
  },
});

export const regexForbidden = textRule({
  findFault,
  soughtBy,
  compile: (source, tools) => {
    const search = makeSearch(source, tools);
    return (text, finds) => {
      if (!search.isIn(text, finds)) return PASSED;
      const found = search.pattern().find(text) ?? { start: 0, end: 0 };
      return failed(`Forbidden pattern ${quote(source)} found at ${describeFind(text.raw, found)}`);
    };
  },
});

interface Search {
  readonly pattern: () => Pattern;
  readonly isIn: (text: JudgedText, finds: Finds) => boolean;
}

/** The pattern itself is compiled when it is first needed: most are only ever looked for by scans. */
function makeSearch(source: string, { compilePattern }: RuleTools): Search {
  const pattern = (): Pattern => compilePattern(source);
  return {
    pattern,
    isIn: (text, finds) => finds.hasMatch(source) ?? pattern().matches(text),
  };
}

function soughtBy(source: string): Sought {
  return { kind: 'pattern', source };
}

function findFault(value: string, { findPatternFault }: RuleTools): string | null {
  if (value.trim() === '') return 'Must be a pattern of RE2 syntax.';
  const fault = findPatternFault(value);
  if (fault === null) return null;
  return `Must be a pattern of RE2 syntax (no lookaround, no backreferences): ${fault}.`;
}
