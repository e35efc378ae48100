import { expect, test } from '@jest/globals';

import { isQuickPattern, isQuickSchema } from './quick-tools.ts';

test.each([
  '(?i)\\brefund(s|ed)?\\b',
  '\\d{4}[- ]?\\d{4}[- ]?\\d{4}[- ]?\\d{4}',
  '\\bpart-\\d{3,}-77\\b',
  'garantía|größer',
  '[A-Z]{2}\\d{2}(?: ?\\d{4}){3,7}',
])('counts the pattern %s as quick to compile', (source) => {
  expect(isQuickPattern(source)).toBe(true);
});

test.each([
  '\\pL+',
  '\\P{Greek}',
  '(?i)[^é]',
  '(?sim)[\\x{0}-\\x{fffff}]',
  '(a{30}){40}',
  '((a{9}b){9}c){19}',
  'a{0,1000}b',
  '[^ab]{300}',
  // Within a quotation, this is not a parenthesis.
  '(\\Q)\\Ea{90}){90}',
  'a'.repeat(1_001),
])('does not count the pattern %.30s as quick to compile', (source) => {
  expect(isQuickPattern(source)).toBe(false);
});

test('counts a schema as quick to compile only if its patterns and its size allow it', () => {
  const withPattern = (pattern: string): string =>
    JSON.stringify({ properties: { code: { type: 'string', pattern } } });

  expect(isQuickSchema(withPattern('^\\d{4}-\\d{2}-\\d{2}$'))).toBe(true);
  expect(isQuickSchema('no JSON')).toBe(true);
  expect(isQuickSchema(withPattern('\\pL{9}'))).toBe(false);
  expect(isQuickSchema(withPattern('\\pL').replace('\\\\', '\\u005c'))).toBe(false);
  expect(isQuickSchema('{"patternProperties": {"(x{99}){99}": {}}}')).toBe(false);
  expect(isQuickSchema(`{"description": "${'long '.repeat(600)}"}`)).toBe(false);
});
