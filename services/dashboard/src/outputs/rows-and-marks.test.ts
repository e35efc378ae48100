import { describe, expect, test } from '@jest/globals';

import { cutRows, parseJson, toJsonRows } from './rows.ts';
import { findMarks, isMarking } from './rule-marks.ts';

describe('cutRows', () => {
  test('returns the lines with their offsets, empty ones too', () => {
    expect(cutRows('one\n\nthree\n')).toEqual([
      { from: 0, text: 'one' },
      { from: 4, text: '' },
      { from: 5, text: 'three' },
      { from: 11, text: '' },
    ]);
    expect(cutRows('')).toEqual([{ from: 0, text: '' }]);
  });

  test('splits a very long line without losing text or splitting a character', () => {
    const line = `${'a'.repeat(1_499)}${'🦊'.repeat(2_000)}`;

    const rows = cutRows(`short\n${line}`);

    expect(rows.length).toBeGreaterThan(3);
    for (const { from, text } of rows) {
      expect(text).toBe(`short\n${line}`.slice(from, from + text.length));
      expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
      expect(text.length).toBeLessThanOrEqual(1_500);
    }
    expect(
      rows
        .slice(1)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  });
});

describe('JSON rows', () => {
  const shown = (value: unknown, folded: readonly object[] = []) =>
    toJsonRows(value, new Set(folded)).map(
      ({ depth, name, text }) => `${' '.repeat(depth)}${name === null ? '' : `${name}: `}${text}`,
    );

  test('are the values in order, between their brackets', () => {
    expect(shown({ order: { lines: [1, 'two', null, true] }, none: {} })).toEqual([
      ...['{', ' order: {', '  lines: [', '   1', '   "two"', '   null', '   true', '  ]', ' }'],
      ...[' none: {', ' }', '}'],
    ]);
  });

  test('escape invisible characters as JSON does', () => {
    expect(shown({ 'a\u200b': 'b\u202e\u{e0041}' })).toEqual([
      ...['{', String.raw` a\u200b: "b\u202e\udb40\udc41"`, '}'],
    ]);
  });

  test('leave out folded parts and show their size', () => {
    const order = { a: 1, b: 2 };
    const value = { order, after: 3 };
    expect(shown(value, [order])).toEqual(['{', ' order: {', ' after: 3', '}']);
    expect(toJsonRows(value, new Set())[1]).toMatchObject({ opens: order, size: 2 });
  });

  test('split a long value, with its name on the first row', () => {
    const rows = toJsonRows({ a: 'b'.repeat(4_000) }, new Set()).slice(1, -1);
    expect(rows.map(({ name }) => name)).toEqual(['a', null, null]);
    expect(rows.map(({ text }) => text).join('')).toBe(`"${'b'.repeat(4_000)}"`);
  });

  test('exist only for objects and lists; anything else is text', () => {
    expect(parseJson(' {"a": 1}')).toEqual({ a: 1 });
    expect(parseJson('[1]')).toEqual([1]);
    for (const text of ['7', 'null', '"{}"', '{"a": 1', '[link](https://example.com)', '']) {
      expect(parseJson(text)).toBeNull();
    }
  });

  test('exist only up to a depth and a name length; beyond that, it is text', () => {
    expect(parseJson(`${'['.repeat(100)}${']'.repeat(100)}`)).not.toBeNull();
    expect(parseJson(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toBeNull();
    expect(parseJson(JSON.stringify({ a: { ['n'.repeat(1_001)]: 1 } }))).toBeNull();
  });
});

describe('JSON that parsing would change is text', () => {
  test.each([
    '{"amount": 5000, "amount": 5}',
    String.raw`{"amount": 5000, "\u0061mount" : 5}`,
    '[{"a": {"b": 1}, "a": 2}]',
    '{"orderId": 1234567890123456789}',
    '{"orderId": -0.12345678901234567891}',
    '{"x": 1e400}',
    '{"x": [1e-400]}',
  ])('%s', (text) => {
    expect(parseJson(text)).toBeNull();
  });

  test.each([
    '{"a": {"b": 1, "c": [{"b": 1}, {"b": 2}]}, "b": 3}',
    '{"said": "{\\"b\\": 1, \\"b\\": 12345678901234567890}", "b": ":"}',
    '{"x": [1.0, -0, 0.00, 1.50, 5e2, 1E+21, 100000000000000000000000, 0.1, 5e-7, 1200e-2]}',
    '{"x": 9007199254740991, "y": 1234567890123456800}',
  ])('unlike %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('at any length', () => {
    const long = JSON.stringify({ a: '\\"{1:'.repeat(100_000), b: [] });
    expect(parseJson(long)).not.toBeNull();
    expect(parseJson(`[${'1'.repeat(500_000)}]`)).toBeNull();
    expect(parseJson(`[0.${'0'.repeat(500_000)}]`)).toEqual([0]);
  });
});

describe('findMarks', () => {
  const keyword = (ruleValue: string) => ({
    ...{ ruleName: `No ${ruleValue}`, ruleType: 'keyword_forbidden', ruleValue },
  });
  const pattern = (ruleValue: string) => ({
    ...{ ruleName: 'Pattern', ruleType: 'regex_forbidden', ruleValue },
  });
  const marked = (text: string, ...rules: readonly ReturnType<typeof keyword>[]) =>
    findMarks(text, rules).map(({ from, to, ruleName }) => [text.slice(from, to), ruleName]);

  test('marks every occurrence of a phrase, literally and in any case', () => {
    expect(marked('100% (sure). 100% (SURE)? 100 sure', keyword('100% (sure)'))).toEqual([
      ['100% (sure)', 'No 100% (sure)'],
      ['100% (SURE)', 'No 100% (sure)'],
    ]);
  });

  test('marks the matches of a pattern, case-sensitively unless it says otherwise', () => {
    expect(marked('Card 1234, card 56', pattern(String.raw`card \d+`))).toEqual([
      ['card 56', 'Pattern'],
    ]);
    expect(marked('Card 1234, card 56', pattern(String.raw`(?i)card \d+`))).toHaveLength(2);
  });

  test('marks a text once if two rules object to it, in text order', () => {
    expect(
      marked('a refund of money', keyword('money'), keyword('refund of'), keyword('of')),
    ).toEqual([
      ['refund of', 'No refund of'],
      ['money', 'No money'],
    ]);
  });

  test('marks nothing for unsupported or empty patterns, or rules without a text to find', () => {
    for (const rule of [pattern('(?P<x>a'), pattern('z*'), pattern(String.raw`\Qa\E`)]) {
      expect(marked('banana', rule)).toEqual([]);
    }
    expect(marked('banana', { ...keyword('a'), ruleType: 'keyword_required' })).toEqual([]);
    expect(isMarking({ ruleType: 'keyword_forbidden', outcome: 'failed' })).toBe(true);
    expect(isMarking({ ruleType: 'keyword_forbidden', outcome: 'passed' })).toBe(false);
    expect(isMarking({ ruleType: 'keyword_required', outcome: 'failed' })).toBe(false);
  });

  test('marks at most as many as a page can show', () => {
    expect(findMarks('a'.repeat(10_000), [keyword('a')])).toHaveLength(500);
  });
});
