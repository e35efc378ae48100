import { foldKey } from '@output-review/runtime';
import { expect, test } from '@jest/globals';

import { FoldedPlaces } from './folded-places.ts';

test.each([
  ['Straße und STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['ﬁne, of course', 'of course', ['of course']],
  ['ﬁne', 'i', ['ﬁ']],
  ['e\u0301a\u0300 cafe\u0301!', 'café', ['cafe\u0301']],
  ['①②③ end', '23', ['②③']],
  ['ßa', 'sa', ['ßa']],
  ['ß', 'ss', ['ß']],
])('in %j, %j is found as %j', (raw, keyword, expected) => {
  const folded = foldKey(raw);
  const places = new FoldedPlaces(raw, foldKey);
  const found: string[] = [];
  for (let at = folded.indexOf(keyword); at !== -1; at = folded.indexOf(keyword, at + 1)) {
    const { start, end } = places.spanOf({ start: at, end: at + keyword.length });
    found.push(raw.slice(start, end));
  }

  expect(found).toEqual(expected);
});

test('a place that the parts do not lead to is within the text', () => {
  // Two letters of Korean that fold to one.
  const raw = 'ß\u1100\u1161 x';
  const { start, end } = new FoldedPlaces(raw, foldKey).spanOf({ start: 9, end: 10 });

  expect([start, end]).toEqual([0, raw.length]);
});

test('each kind of character is folded once, however many finds there are', () => {
  const folded: string[] = [];
  const raw = 'Straße und Größe für alle. '.repeat(2_000);
  const places = new FoldedPlaces(raw, (text) => {
    folded.push(text);
    return foldKey(text);
  });

  for (let start = 0; start < 1_000; start += 1) places.spanOf({ start, end: start + 1 });

  expect(folded.sort()).toEqual(['ß', 'ö', 'ü']);
});
