import { expect, test } from '@jest/globals';

import { Patience } from './patience.pure.ts';

/** One went alone, and its partner came so much later. */
function letComeLate(patience: Patience, lateMs: number): void {
  patience.wentAlone(['a'], 5_000);
  expect(patience.cameLate('a', 5_000 + lateMs)).toBe(true);
}

test('waits longer for those that come a little late, and ever shorter for those that do not come', () => {
  const patience = new Patience(250);
  letComeLate(patience, 100);
  expect(patience.ms).toBe(150);
  patience.wasInVain();
  expect(patience.ms).toBe(75);
  letComeLate(patience, 10);
  expect(patience.ms).toBe(75);
  for (let i = 0; i < 20; i += 1) patience.wasInVain();
  expect(patience.ms).toBe(1);
});

test('does not wait for those that come too late', () => {
  const patience = new Patience(250);
  const { ms } = patience;
  letComeLate(patience, 200);
  expect(patience.ms).toBe(ms);
});

test('knows each that went alone once', () => {
  const patience = new Patience(250);
  expect(patience.cameLate('a', 0)).toBe(false);
  patience.wentAlone(['a', 'b'], 0);
  expect(patience.cameLate('b', 1)).toBe(true);
  expect(patience.cameLate('b', 1)).toBe(false);
});
