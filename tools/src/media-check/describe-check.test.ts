import { expect, test } from '@jest/globals';

import { describeCheck } from './describe-check.ts';

const NOTHING = {
  ...{ objects: 2, removedObjects: 0, removedBytes: 0 },
  ...{ rows: 1, missing: 0, missingKeys: [] },
};

test('a check without findings says how much it checked', () => {
  expect(describeCheck(NOTHING)).toBe(
    'Store: 2 objects; deleted 0 without a row for a day (0 bytes).\n' +
      'Database: 1 file; 0 missing from the store or damaged.',
  );
});

test('names some files without bytes, and counts the rest', () => {
  const found = { ...NOTHING, rows: 9, missing: 3, missingKeys: ['w/o/0-a.txt', 'w/p/1-b.png'] };

  expect(describeCheck(found).split('\n').slice(1)).toEqual([
    'Database: 9 files; 3 missing from the store or damaged.',
    '  w/o/0-a.txt',
    '  w/p/1-b.png',
    '  and 1 more',
  ]);
});
