import { describe, expect, test } from '@jest/globals';

import { NOTHING } from '../../test/settle-rule.ts';
import { type CutText, cutText, judgedMaterialOf } from './judged-material.ts';

describe('the material shown to a judge', () => {
  test('is the whole of a short output, and nothing else', () => {
    const action = { name: 'Refund', summary: 'Pay back', params: { amount: 3 } };
    const content = { ...NOTHING, output: '', input: 'Hi', action, metadata: { a: 1 }, costUsd: 2 };

    expect(judgedMaterialOf(content, [])).toEqual({
      output: '',
      input: 'Hi',
      action,
      metadata: { a: 1 },
    });
    expect(judgedMaterialOf(NOTHING, [])).toEqual({});
  });

  test('is the start and the end of a long output, with the length of the omitted part', () => {
    const output = `begin ${'x'.repeat(100_000)} end`;

    const material = judgedMaterialOf({ ...NOTHING, output }, []);

    const shown = material.output as CutText;
    expect(shown.beginning.startsWith('begin xxx')).toBe(true);
    expect(shown.end.endsWith('xxx end')).toBe(true);
    expect(shown.beginning.length + shown.end.length).toBe(48_000);
    expect(shown.charactersLeftOut).toBe(output.length - 48_000);
  });

  test('has at most 96,000 characters in total', () => {
    const long = 'é'.repeat(1024 * 512);
    const action = { name: 'n', summary: 's', params: { long } };
    const content = { ...NOTHING, output: long, input: long, action, metadata: { long } };

    expect(JSON.stringify(judgedMaterialOf(content, [])).length).toBeLessThan(96_000 + 1_000);
  });
});

test.each([5, 6, 7, 8])(
  'cuts a text at %i characters without splitting a surrogate pair',
  (charsMax) => {
    const text = '😀'.repeat(10);

    const { beginning, charactersLeftOut, end } = cutText(text, charsMax) as CutText;

    expect(`${beginning}${end}`.isWellFormed()).toBe(true);
    expect(beginning.length + charactersLeftOut + end.length).toBe(text.length);
    expect(beginning.length + end.length).toBeLessThanOrEqual(charsMax);
  },
);
