import { expect, test } from '@jest/globals';

import { FakeClock } from '../../../../libs/runtime/src/testing/fake-clock.ts';
import { MemoryRateWindow } from '../../src/rate-limit/memory-rate-window.ts';
import { RATE_WINDOW_MS } from '../../src/rate-limit/rate-window.ts';
import { rateWindowContract } from './rate-window-contract.ts';

rateWindowContract('MemoryRateWindow', async () => {
  const clock = new FakeClock();
  const window = new MemoryRateWindow(clock);
  return {
    window,
    windowMs: RATE_WINDOW_MS,
    now: async () => clock.now().getTime(),
    pass: async (ms) => clock.advance(Math.ceil(ms)),
    refill: (key, takenAt) => window.refill(key, takenAt),
    [Symbol.asyncDispose]: async () => {},
  };
});

test('forgets idle keys', async () => {
  const clock = new FakeClock();
  const window = new MemoryRateWindow(clock);
  for (let n = 0; n < 1_000; n += 1) await window.take(`key ${n}`, 60);
  expect(window.size).toBe(1_000);

  clock.advance(60_000);
  await window.take('another', 60);

  expect(window.size).toBe(1);
});

test('a clock that is set back neither frees a slot nor holds one longer', async () => {
  const clock = new FakeClock();
  const window = new MemoryRateWindow(clock);
  await window.take('key', 1);

  clock.advance(-3_600_000);
  expect(await window.take('key', 1)).toBeNull();
  clock.advance(59_999);
  expect(await window.take('key', 1)).toBeNull();
  clock.advance(1);
  expect(await window.take('key', 1)).not.toBeNull();
});
