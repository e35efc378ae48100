import { expect, test } from '@jest/globals';

import { describeCheck } from './describe-check.ts';

const NOTHING = {
  ...{ objects: 2, removedObjects: 0, removedBytes: 0 },
  ...{ rows: 1, missing: 0, missingKeys: [] },
};

test('a check that finds nothing says what it has looked at', () => {
  expect(describeCheck(NOTHING)).toBe(
    'Store: 2 objects; 0 of them removed, which no row has named for a day (0 bytes).\n' +
      'Tables: 1 file; 0 of them without their bytes.',
  );
});

test('files without bytes are named, and how many more there are', () => {
  const found = { ...NOTHING, rows: 9, missing: 3, missingKeys: ['w/o/0-a.txt', 'w/p/1-b.png'] };

  expect(describeCheck(found).split('\n').slice(1)).toEqual([
    'Tables: 9 files; 3 of them without their bytes.',
    '  w/o/0-a.txt',
    '  w/p/1-b.png',
    '  and 1 more',
  ]);
});
