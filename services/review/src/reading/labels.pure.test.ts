import { expect, test } from '@jest/globals';
import type { LabelledOutput } from '@output-review/contracts';

import { cutPair, takeFitting } from './labels.pure.ts';

const LONG = 'a'.repeat(5_000);

test('short texts, and texts without a correction, are shown from their beginning', () => {
  expect(cutPair('one', 'two')).toEqual(['one', 'two']);
  expect(cutPair(null, null)).toEqual([null, null]);
  expect(cutPair(LONG, null)).toEqual([`${'a'.repeat(3_000)}…`, null]);
});

test('a long text and its correction are shown from shortly before the first difference', () => {
  const [before, after] = cutPair(`${LONG}old${LONG}`, `${LONG}new${LONG}`);

  expect(before).toBe(`…${'a'.repeat(600)}old${'a'.repeat(2_397)}…`);
  expect(after).toBe(`…${'a'.repeat(600)}new${'a'.repeat(2_397)}…`);
});

test('no character is split', () => {
  const smiles = '😀'.repeat(4_000);

  for (const text of [...cutPair(`b${smiles}`, `b${smiles}c`), ...cutPair(smiles, null)]) {
    expect(text?.isWellFormed() ?? true).toBe(true);
  }
});

test('takes as many outputs as fit, and at least one', () => {
  const output: LabelledOutput = {
    ...{ id: 'o', decision: 'rejected', failedRules: [], comment: null, correctedOutput: null },
    ...{ output: null, action: null, correctedParams: null },
  };
  const huge = { ...output, output: 'a'.repeat(100_000) };
  const half = { ...output, output: 'a'.repeat(29_000) };

  expect(takeFitting([])).toEqual([]);
  expect(takeFitting([huge, half])).toEqual([huge]);
  expect(takeFitting([half, half, half])).toEqual([half, half]);
});
