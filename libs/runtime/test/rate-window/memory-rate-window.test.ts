import { expect, test } from '@jest/globals';

import { MemoryRateWindow } from '../../src/rate-window/memory-rate-window.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { rateWindowContract } from './rate-window-contract.ts';

rateWindowContract('MemoryRateWindow', (clock) => new MemoryRateWindow(clock));

test('keys that rest are forgotten', async () => {
  const clock = new FakeClock();
  const window = new MemoryRateWindow(clock);
  for (let n = 0; n < 1_000; n += 1) await window.take(`key ${n}`, 60);
  expect(window.size).toBe(1_000);

  clock.advance(60_000);
  await window.take('another', 60);

  expect(window.size).toBe(1);
});

test('a clock that is set back frees no slot and holds none longer', async () => {
  const clock = new FakeClock();
  const window = new MemoryRateWindow(clock);
  await window.take('key', 1);

  clock.advance(-3_600_000);
  expect(await window.take('key', 1)).toBe(false);
  clock.advance(59_999);
  expect(await window.take('key', 1)).toBe(false);
  clock.advance(1);
  expect(await window.take('key', 1)).toBe(true);
});
