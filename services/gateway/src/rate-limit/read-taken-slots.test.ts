import { expect, test } from '@jest/globals';

import { readTakenSlots } from './redis-connection.ts';

const CALL = { count: 2, windowMs: 60_000 };
const NOW = 1_764_000_000_000;

test('slots come with their times, null where there was none', () => {
  expect(readTakenSlots([NOW, NOW - 59_999, -1], CALL)).toEqual([new Date(NOW - 59_999), null]);
});

test('an empty list says that Redis does not count under the epoch', () => {
  expect(readTakenSlots([], CALL)).toBeNull();
});

test.each([
  ['nothing', null],
  ['a text', 'OK'],
  ['a number', 7],
  ['only its time', [NOW]],
  ['too few slots', [NOW, NOW]],
  ['too many slots', [NOW, NOW, NOW, NOW]],
  ['words', ['now', 'then', 'later']],
  ['nothing in the list', [NOW, NOW, {}]],
  ['a slot of the future', [NOW, NOW, NOW + 1]],
  ['a slot that has left the window', [NOW, NOW, NOW - 60_000]],
  ['a slot of 1970', [NOW, 0, NOW]],
  ['parts of milliseconds', [NOW, NOW - 0.5, NOW]],
  ['no time of its own', ['', NOW, NOW]],
])('%s is no answer', (_, reply) => {
  expect(() => readTakenSlots(reply, CALL)).toThrow(/^Redis (did not answer|answered)/);
});
