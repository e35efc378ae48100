import { expect, test } from '@jest/globals';

import { AdaptiveWait } from './adaptive-wait.pure.ts';

/** Records a key as unpaired and has its partner arrive `lateMs` later. */
function arriveLate(wait: AdaptiveWait, lateMs: number): void {
  wait.addUnpaired(['a'], 5_000);
  expect(wait.cameLate('a', 5_000 + lateMs)).toBe(true);
}

test('waits longer after a slightly late partner and halves the wait after each timeout', () => {
  const wait = new AdaptiveWait(250);
  arriveLate(wait, 100);
  expect(wait.ms).toBe(150);
  wait.timedOut();
  expect(wait.ms).toBe(75);
  arriveLate(wait, 10);
  expect(wait.ms).toBe(75);
  for (let i = 0; i < 20; i += 1) wait.timedOut();
  expect(wait.ms).toBe(1);
});

test('keeps the wait when a late partner would have needed more than the maximum', () => {
  const wait = new AdaptiveWait(250);
  const { ms } = wait;
  arriveLate(wait, 200);
  expect(wait.ms).toBe(ms);
});

test('reports a late partner once per unpaired key', () => {
  const wait = new AdaptiveWait(250);
  expect(wait.cameLate('a', 0)).toBe(false);
  wait.addUnpaired(['a', 'b'], 0);
  expect(wait.cameLate('b', 1)).toBe(true);
  expect(wait.cameLate('b', 1)).toBe(false);
});
