import { expect, test } from '@jest/globals';

import { explanationAfterFlag } from './decisions.pure.ts';

test('puts a reason before the explanation, and without a reason keeps it', () => {
  expect(explanationAfterFlag('Odd.', 'All 2 rules passed.')).toBe('Odd. All 2 rules passed.');
  expect(explanationAfterFlag('Odd.', null)).toBe('Odd.');
  expect(explanationAfterFlag(null, 'All 2 rules passed.')).toBe('All 2 rules passed.');
});

test('however often an output is flagged, its explanation is bounded and the newest reasons come first', () => {
  let explanation: string | null = 'No rules apply.';
  for (let n = 0; n < 50; n += 1) {
    explanation = explanationAfterFlag(`${n} ${'x'.repeat(1_900)}`, explanation);
  }

  expect(explanation).toHaveLength(16_384);
  expect(explanation).toMatch(/^49 x{1900} 48 x{1900} 47 x[x0-9 ]*…$/);
});

test.each([16_000, 16_001])(
  'does not truncate within a character, after %d characters',
  (length) => {
    const former = `${'x'.repeat(length)}${'🦊'.repeat(500)}`;

    const explanation = explanationAfterFlag('Odd.', former)!;

    expect(explanation.isWellFormed()).toBe(true);
    expect(explanation.length).toBeLessThanOrEqual(16_384);
    expect(explanation).toMatch(/🦊…$/u);
  },
);
