import { expect, jest, test } from '@jest/globals';

import { SeededRandom } from '../../test/seeded-random.ts';
import { FoldedPlaces, foldText } from './folded-places.ts';

// Latin with combining marks, Indic and Thai marks, the four forms of Hangul, Kana.
const BLOCKS_THAT_JOIN = [
  ...[0x0, 0x300, 0x900, 0xb00, 0xe00, 0x1000, 0x1100, 0x1f00, 0x3000, 0x3100, 0x3200],
  ...[0xa900, 0xac00, 0xd700, 0xff00],
];

test.each([
  ['Straße und STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['ﬁne, of course', 'of course', ['of course']],
  ['ﬁne', 'i', ['ﬁ']],
  ['e\u0301a\u0300 cafe\u0301!', 'café', ['cafe\u0301']],
  ['①②③ end', '23', ['②③']],
  ['ßa', 'sa', ['ßa']],
  ['ß', 'ss', ['ß']],
  ['한국어 '.normalize('NFD').repeat(5) + 'refund', 'refund', ['refund']],
  ['환불보장'.normalize('NFD'), '불', ['불'.normalize('NFD')]],
  ['환불보장', '불', ['불']],
  ['하ㄴ ㅎㅏㄴ ﾡￂ refund', 'refund', ['refund']],
  ['ｶﾞｿﾘﾝ ﾊ\u0323ﾟ refund', 'refund', ['refund']],
  ['ｶﾞｿﾘﾝ', 'リン', ['ﾘﾝ']],
  ['a re\u00adfund, re\u200bfund\u2060s', 'refund', ['re\u00adfund', 're\u200bfund']],
  ['\u200b\u200bx', 'x', ['x']],
])('finds in %j the keyword %j as %j', (raw, keyword, expected) => {
  const folded = foldText(raw);
  const places = new FoldedPlaces(raw);
  const found: string[] = [];
  for (let at = folded.indexOf(keyword); at !== -1; at = folded.indexOf(keyword, at + 1)) {
    const { start, end } = places.spanOf({ start: at, end: at + keyword.length });
    found.push(raw.slice(start, end));
  }

  expect(found).toEqual(expected);
});

test('maps a place beyond the parts to one within the text', () => {
  const raw = 'ß\u1100\u1161 x';
  const { start, end } = new FoldedPlaces(raw).spanOf({ start: 9, end: 10 });

  expect([start, end]).toEqual([0, raw.length]);
});

test('splits any text into parts that add up to it', () => {
  const random = new SeededRandom(5);
  const any = () => String.fromCodePoint(random.below(0x3_0000));
  const joining = () => String.fromCharCode(random.pick(BLOCKS_THAT_JOIN) + random.below(0x100));
  for (let round = 0; round < 1_000; round += 1) {
    const letters = Array.from({ length: 12 }, () => (random.below(4) === 0 ? any() : joining()));
    const raw = `${letters.join('')}!`;
    const { length } = foldText(raw);

    const places = new FoldedPlaces(raw);

    expect([raw, places.spanOf({ start: length - 1, end: length })]).toEqual([
      raw,
      { start: raw.length - 1, end: raw.length },
    ]);
  }
});

test('folds each kind of character once, however many matches there are', () => {
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const countFolds = (times: number): number => {
    normalize.mockClear();
    const places = new FoldedPlaces('Straße und Größe für alle. '.repeat(times));
    for (let start = 0; start < times; start += 1) places.spanOf({ start, end: start + 1 });
    return normalize.mock.calls.length;
  };

  const [once, often] = [countFolds(1), countFolds(2_000)];
  normalize.mockRestore();

  expect(once).toBeGreaterThan(0);
  expect(often).toBe(once);
});
