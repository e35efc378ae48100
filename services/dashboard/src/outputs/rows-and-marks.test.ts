import { describe, expect, test } from '@jest/globals';

import { cutRows, parseJson, toJsonRows } from './rows.ts';
import { findMarks, isMarking } from './rule-marks.ts';

describe('the rows of a text', () => {
  test('are its lines, each with its place in the text, empty ones too', () => {
    expect(cutRows('one\n\nthree\n')).toEqual([
      { from: 0, text: 'one' },
      { from: 4, text: '' },
      { from: 5, text: 'three' },
      { from: 11, text: '' },
    ]);
    expect(cutRows('')).toEqual([{ from: 0, text: '' }]);
  });

  test('of a line that never ends are parts that make it up again, and split no character', () => {
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

describe('the rows of JSON', () => {
  const shown = (value: unknown, folded: readonly object[] = []) =>
    toJsonRows(value, new Set(folded)).map(
      ({ depth, name, text }) => `${' '.repeat(depth)}${name === null ? '' : `${name}: `}${text}`,
    );

  test('are its values in order, between the brackets of what they are in', () => {
    expect(shown({ order: { lines: [1, 'two', null, true] }, none: {} })).toEqual([
      ...['{', ' order: {', '  lines: [', '   1', '   "two"', '   null', '   true', '  ]', ' }'],
      ...[' none: {', ' }', '}'],
    ]);
  });

  test('have what is not seen written out, as JSON may', () => {
    expect(shown({ 'a\u200b': 'b\u202e\u{e0041}' })).toEqual([
      ...['{', String.raw` a\u200b: "b\u202e\udb40\udc41"`, '}'],
    ]);
  });

  test('leave out what is folded, and tell how much that is', () => {
    const order = { a: 1, b: 2 };
    const value = { order, after: 3 };
    expect(shown(value, [order])).toEqual(['{', ' order: {', ' after: 3', '}']);
    expect(toJsonRows(value, new Set())[1]).toMatchObject({ opens: order, size: 2 });
  });

  test('of a value that is long are parts that make it up again, the first with its name', () => {
    const rows = toJsonRows({ a: 'b'.repeat(4_000) }, new Set()).slice(1, -1);
    expect(rows.map(({ name }) => name)).toEqual(['a', null, null]);
    expect(rows.map(({ text }) => text).join('')).toBe(`"${'b'.repeat(4_000)}"`);
  });

  test('are of objects and lists alone: anything else is a text', () => {
    expect(parseJson(' {"a": 1}')).toEqual({ a: 1 });
    expect(parseJson('[1]')).toEqual([1]);
    for (const text of ['7', 'null', '"{}"', '{"a": 1', '[link](https://example.com)', '']) {
      expect(parseJson(text)).toBeNull();
    }
  });

  test('are of what can be folded: too deep, or with too long a name, it is a text', () => {
    expect(parseJson(`${'['.repeat(100)}${']'.repeat(100)}`)).not.toBeNull();
    expect(parseJson(`${'['.repeat(500_000)}${']'.repeat(500_000)}`)).toBeNull();
    expect(parseJson(JSON.stringify({ a: { ['n'.repeat(1_001)]: 1 } }))).toBeNull();
  });
});

describe('JSON that says more than is read of it is a text', () => {
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
  ])('but not %s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('however long it is', () => {
    const long = JSON.stringify({ a: '\\"{1:'.repeat(100_000), b: [] });
    expect(parseJson(long)).not.toBeNull();
    expect(parseJson(`[${'1'.repeat(500_000)}]`)).toBeNull();
    expect(parseJson(`[0.${'0'.repeat(500_000)}]`)).toEqual([0]);
  });
});

describe('what a rule objected to', () => {
  const keyword = (ruleValue: string) => ({
    ...{ ruleName: `No ${ruleValue}`, ruleType: 'keyword_forbidden', ruleValue },
  });
  const pattern = (ruleValue: string) => ({
    ...{ ruleName: 'Pattern', ruleType: 'regex_forbidden', ruleValue },
  });
  const marked = (text: string, ...rules: readonly ReturnType<typeof keyword>[]) =>
    findMarks(text, rules).map(({ from, to, ruleName }) => [text.slice(from, to), ruleName]);

  test('is every occurrence of a phrase, in any case, taken by the letter', () => {
    expect(marked('100% (sure). 100% (SURE)? 100 sure', keyword('100% (sure)'))).toEqual([
      ['100% (sure)', 'No 100% (sure)'],
      ['100% (SURE)', 'No 100% (sure)'],
    ]);
  });

  test('is what a pattern matches, by the case unless it says otherwise', () => {
    expect(marked('Card 1234, card 56', pattern(String.raw`card \d+`))).toEqual([
      ['card 56', 'Pattern'],
    ]);
    expect(marked('Card 1234, card 56', pattern(String.raw`(?i)card \d+`))).toHaveLength(2);
  });

  test('is marked once where two rules object to it, in the order of the text', () => {
    expect(
      marked('a refund of money', keyword('money'), keyword('refund of'), keyword('of')),
    ).toEqual([
      ['refund of', 'No refund of'],
      ['money', 'No money'],
    ]);
  });

  test('is nothing where the pattern is not one here, matches nothing at all, or is of no text', () => {
    for (const rule of [pattern('(?P<x>a'), pattern('z*'), pattern(String.raw`\Qa\E`)]) {
      expect(marked('banana', rule)).toEqual([]);
    }
    expect(marked('banana', { ...keyword('a'), ruleType: 'keyword_required' })).toEqual([]);
    expect(isMarking({ ruleType: 'keyword_forbidden', outcome: 'failed' })).toBe(true);
    expect(isMarking({ ruleType: 'keyword_forbidden', outcome: 'passed' })).toBe(false);
    expect(isMarking({ ruleType: 'keyword_required', outcome: 'failed' })).toBe(false);
  });

  test('is marked up to a number that a page can show', () => {
    expect(findMarks('a'.repeat(10_000), [keyword('a')])).toHaveLength(500);
  });
});
