import { describeFind, quote } from '../excerpt.ts';
import type { RuleTools } from '../rule-tools.ts';
import { failed, PASSED } from '../settlement.ts';
import { textRule } from './rule-type.ts';

export const regexRequired = textRule({
  findFault,
  compile: (value, { compilePattern }) => {
    const pattern = compilePattern(value);
    const missing = failed(`Required pattern ${quote(value)} was not found.`);
    return (text) => (pattern.matches(text) ? PASSED : missing);
  },
});

export const regexForbidden = textRule({
  findFault,
  compile: (value, { compilePattern }) => {
    const pattern = compilePattern(value);
    return (text) => {
      if (!pattern.matches(text)) return PASSED;
      const found = pattern.find(text) ?? { start: 0, end: 0 };
      return failed(`Forbidden pattern ${quote(value)} found at ${describeFind(text.raw, found)}`);
    };
  },
});

function findFault(value: string, { findPatternFault }: RuleTools): string | null {
  if (value.trim() === '') return 'Must be a pattern of RE2 syntax.';
  const fault = findPatternFault(value);
  if (fault === null) return null;
  return `Must be a pattern of RE2 syntax (no lookaround, no backreferences): ${fault}.`;
}
