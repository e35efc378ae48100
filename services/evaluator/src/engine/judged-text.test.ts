import { describe, expect, jest, test } from '@jest/globals';

import { NOTHING } from '../../test/settle-rule.ts';
import { countCodePoints, judgedTextOf } from './judged-text.ts';

const ACTION = { name: 'Refund', summary: 'Pay back 20 €', params: { amount: 20, to: 'Ada' } };

describe('the text that text rules read', () => {
  test.each([
    [{ output: 'It is done.', action: ACTION }, 'It is done.'],
    [{ output: '', action: ACTION }, ''],
    [{ action: ACTION }, 'Refund\nPay back 20 €\n{"amount":20,"to":"Ada"}'],
  ])('%j', (content, expected) => {
    expect(judgedTextOf({ ...NOTHING, ...content })?.raw).toBe(expected);
  });

  test('also has the parameters of an action unescaped, if JSON escapes them', () => {
    const params = { 'a "b"': 'c:\\n\nd \ud83d', list: ['\u0007\u2028é😀'] };
    const text = judgedTextOf({ ...NOTHING, action: { ...ACTION, summary: '\\n', params } });
    const plain = judgedTextOf({ ...NOTHING, action: ACTION });

    expect(text?.raw).toBe(`Refund\n\\n\n${JSON.stringify(params)}`);
    expect(text?.unescaped?.raw).toBe(
      'Refund\n\\n\n{"a "b"":"c:\\n\nd \ud83d","list":["\u0007\u2028é😀"]}',
    );
    expect(plain?.unescaped).toBeNull();
    expect(judgedTextOf({ ...NOTHING, output: '\\n' })?.unescaped).toBeNull();
  });

  test('has parameters unescaped once, and only when a rule needs it', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const text = judgedTextOf({ ...NOTHING, action: { ...ACTION, params: { to: '"Ada"' } } });

    expect(text?.lengthMax).toBe(2 * (text?.raw.length ?? 0));
    expect(parse).not.toHaveBeenCalled();
    expect(text?.unescaped).toBe(text?.unescaped);
    // One sequence of escapes each.
    expect(parse).toHaveBeenCalledTimes(2);
    parse.mockRestore();
  });

  test.each([
    ['{"a \\"b\\"":"R\\u00fcck\\nR\\u00DCCK \\ud83d\\ude00"}', '{"a "b"":"Rück\nRÜCK 😀"}'],
    [' \n["C:\\\\new"]', ' \n["C:\\new"]'],
    ['"caf\\u00e9\\/"', '"café/"'],
    ['{"reply":"café"}', null],
    ['{"reply":"caf\\u00e9"', null],
    ['{"reply":"C:\\x"}', null],
    ['"C:\\new" is caf\\u00e9', null],
    ['It is in C:\\new, caf\\u00e9', null],
    ['{'.repeat(200_000) + '\\', null],
    [`${'['.repeat(100_000)}"\\u0041"${']'.repeat(100_000)}`, expect.stringContaining('["A"]')],
  ])('also has an output unescaped if it is JSON with escapes: %#', (output, expected) => {
    const text = judgedTextOf({ ...NOTHING, output });

    expect(text?.raw).toBe(output);
    expect(text?.unescaped?.raw ?? null).toEqual(expected);
  });

  test.each(['{"a":"\\n"', 'C:\\new', '{"a":"b"}'])(
    'checks at most once, and only when a rule needs it, whether the output %j is JSON',
    (output) => {
      const parse = jest.spyOn(JSON, 'parse');
      const text = judgedTextOf({ ...NOTHING, output });

      expect(parse).not.toHaveBeenCalled();
      expect([text?.unescaped, text?.unescaped]).toEqual([null, null]);
      expect(parse).toHaveBeenCalledTimes(output === '{"a":"\\n"' ? 1 : 0);
      parse.mockRestore();
    },
  );

  test('is null without an output and an action', () => {
    expect(judgedTextOf(NOTHING)).toBeNull();
  });

  test('is folded once, and only when a rule needs it', () => {
    const lowerCase = jest.spyOn(String.prototype, 'toLowerCase');
    const text = judgedTextOf({ ...NOTHING, output: 'Done' });

    expect(lowerCase).not.toHaveBeenCalled();
    expect([text?.folded, text?.folded]).toEqual(['done', 'done']);
    expect(lowerCase).toHaveBeenCalledTimes(1);
    lowerCase.mockRestore();
  });
});

test('maps a match to its place even if folding lengthens the text as much as it shortens it', () => {
  const output = 'Straße, we guarantee a refund in the cafe\u0301.';
  const text = judgedTextOf({ ...NOTHING, output });
  const start = text?.folded.indexOf('guarantee') ?? -1;

  expect(text?.folded).toHaveLength(output.length);
  expect(text?.placeOf({ start, end: start + 9 })).toEqual({ start: 11, end: 20 });
});

test.each([
  ['', 0],
  ['abc', 3],
  ['😀', 1],
  ['a😀b😀', 4],
  ['👩‍👧', 3],
  ['e\u0301', 2],
])('counts %j as %i code points', (text, expected) => {
  expect(countCodePoints(text)).toBe(expected);
});
