import { expect, test } from '@jest/globals';

import { fromFileName, toFileName } from './object-folder.ts';

test.each(['a', 'A', '0-photo.png', 'Photo.PNG', 'aA', 'Aa', 'AA', '..a', 'Z'.repeat(200)])(
  '%s comes back from the name of its file',
  (segment) => {
    expect(fromFileName(toFileName(segment))).toBe(segment);
  },
);

test('segments that differ in capitals alone have names that do not', () => {
  const names = ['abc', 'Abc', 'aBc', 'abC', 'ABC'].map((segment) => toFileName(segment));

  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(5);
  expect(names).toEqual(names.map((name) => name.toLowerCase()));
});

test('the longest segment of capitals is still a name that file systems take', () => {
  expect(toFileName('Z'.repeat(200)).length).toBeLessThanOrEqual(255);
});
