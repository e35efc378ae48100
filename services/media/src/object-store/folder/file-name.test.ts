import { expect, test } from '@jest/globals';

import { fromFileName, toFileName } from './object-folder.ts';

test.each(['a', 'A', '0-photo.png', 'Photo.PNG', 'aA', 'Aa', 'AA', '..a', 'Z'.repeat(200)])(
  '%s survives the round trip to a file name',
  (segment) => {
    expect(fromFileName(toFileName(segment))).toBe(segment);
  },
);

test('segments that differ only in case get distinct lower-case names', () => {
  const names = ['abc', 'Abc', 'aBc', 'abC', 'ABC'].map((segment) => toFileName(segment));

  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  expect(names).toEqual(names.map((name) => name.toLowerCase()));
});

test('the longest segment of capitals fits the file name limit', () => {
  expect(toFileName('Z'.repeat(200)).length).toBeLessThanOrEqual(255);
});
