import { expect, test } from '@jest/globals';

import { readRange } from './downloads.pure.ts';

test.each([
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=5-99999999999999999999', { start: 5, end: 9 }],
])('reads %s of ten bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])(
  'reports %s of ten bytes as unsatisfiable',
  (header) => {
    expect(readRange(header, 10)).toBe('unsatisfiable');
  },
);

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=3-2',
  'bytes=0-1,3-4',
  'lines=0-1',
  'bytes=a-b',
])('ignores the range %s', (header) => {
  expect(readRange(header, 10)).toBeNull();
});
