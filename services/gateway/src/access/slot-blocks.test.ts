import { beforeEach, expect, test } from '@jest/globals';
import { FakeClock } from '@output-review/runtime/testing';

import { MemoryRateWindow } from '../rate-limit/memory-rate-window.ts';
import type { RateWindow } from '../rate-limit/rate-window.ts';
import { SlotBlocks } from './slot-blocks.ts';

const LIMIT = 600;

let clock: FakeClock;
let askedWindow: number;
let window: RateWindow;

beforeEach(() => {
  clock = new FakeClock();
  askedWindow = 0;
  const counted = new MemoryRateWindow(clock);
  window = {
    take: (key, limit) => {
      askedWindow += 1;
      return counted.take(key, limit);
    },
  };
});

const makeBlocks = (): SlotBlocks =>
  new SlotBlocks({ window, readMs: () => clock.now().getTime() });

async function countTaken(blocks: SlotBlocks, times: number, limit = LIMIT): Promise<number> {
  const takes = Array.from({ length: times }, () => blocks.take('caller', limit));
  return (await Promise.all(takes)).filter((isTaken) => isTaken).length;
}

test('allows exactly the limit, and one call in ten asks the window', async () => {
  const blocks = makeBlocks();

  expect(await countTaken(blocks, LIMIT)).toBe(LIMIT);
  expect(askedWindow).toBe(LIMIT / 10);
  expect(await countTaken(blocks, 50)).toBe(0);
});

test('several processes have an error of less than a block each', async () => {
  const gateways = [makeBlocks(), makeBlocks(), makeBlocks()];

  const taken = await Promise.all(gateways.map((blocks) => countTaken(blocks, LIMIT)));

  expect(taken.reduce((sum, each) => sum + each, 0)).toBe(LIMIT);
  clock.advance(59_999);
  expect(await Promise.all(gateways.map((blocks) => countTaken(blocks, 1)))).toEqual([0, 0, 0]);
  clock.advance(1);
  expect(await countTaken(makeBlocks(), LIMIT)).toBe(LIMIT);
});

test('the rest of a block expires with its minute', async () => {
  const blocks = makeBlocks();
  await countTaken(blocks, 1);
  clock.advance(60_000);

  await countTaken(blocks, 1);

  expect(askedWindow).toBe(2);
});

test.each([1, 20, 119])('a limit of %i is exact', async (limit) => {
  expect(await countTaken(makeBlocks(), 200, limit)).toBe(limit);
});

test('an error of the window is reported, not treated as a refusal', async () => {
  const blocks = new SlotBlocks({
    window: { take: () => Promise.reject(new Error('Away')) },
    readMs: () => 0,
  });

  await expect(blocks.take('caller', LIMIT)).rejects.toThrow('Away');
  await expect(blocks.take('caller', LIMIT)).rejects.toThrow('Away');
});

test('forgets callers after an idle minute', async () => {
  const blocks = makeBlocks();
  for (let n = 0; n < 100; n += 1) await blocks.take(`caller ${n}`, LIMIT);
  clock.advance(60_000);

  await blocks.take('another', LIMIT);

  expect(blocks.size).toBe(1);
});
