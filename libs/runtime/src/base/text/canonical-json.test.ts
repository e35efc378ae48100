import { describe, expect, test } from '@jest/globals';

import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  test('the order of keys does not count, at any depth', () => {
    const one = { b: [{ y: 1, x: null }], a: 'é', ä: 2, '10': 1, '9': 2 };
    const other = { ä: 2, '9': 2, a: 'é', '10': 1, b: [{ x: null, y: 1 }] };

    expect(canonicalJson(one)).toBe('{"10":1,"9":2,"a":"é","b":[{"x":null,"y":1}],"ä":2}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  test('the order of a list counts', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  test('a missing and an undefined member are the same', () => {
    expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }));
  });

  test('a thousand keys come out sorted', () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `k${(i * 7919) % 1_000}`);

    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 1])));

    expect(Object.keys(JSON.parse(text) as object)).toEqual([...keys].sort());
  });

  test.each([undefined, () => 1, Number.NaN])('%s has no JSON form', (value) => {
    expect(() => canonicalJson(value)).toThrow();
  });

  test('a cycle is refused', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;

    expect(() => canonicalJson(value)).toThrow();
  });
});
