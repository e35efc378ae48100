import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from 'redis';

import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import { eventually } from '../../../../libs/runtime/src/testing/eventually.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import { RedisSlots } from '../../src/rate-limit/redis-slots.ts';
import { rateWindowContract } from './rate-window-contract.ts';
import { SHORT_WINDOW_MS as windowMs, windowOfEpoch } from './window-tables.ts';

const url = process.env['STACK_REDIS_URL'] ?? '';
const client = createClient({ url });

beforeAll(() => client.connect());
afterAll(() => client.close());

// On a slow machine a healthy Redis may need more than the default of 50 ms.
const budgetMs = 1_000;

/** Makes Redis count under a new epoch. */
async function openSlots(options: { windowMs: number }) {
  const slots = new RedisSlots({ url, log: silentLog, budgetMs, ...options });
  const epoch = newId();
  await slots.probe(null);
  await slots.fill(epoch, []);
  return { slots, epoch };
}

rateWindowContract('RedisSlots', async () => {
  const { slots, epoch } = await openSlots({ windowMs });
  return {
    window: windowOfEpoch(epoch, (...args) => slots.take(...args)),
    windowMs,
    async now() {
      const [seconds, micros] = await client.time();
      return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    },
    pass: (ms) => delay(ms),
    refill: (key, takenAt) => slots.fill(epoch, [{ key, takenAt }]),
    [Symbol.asyncDispose]: async () => slots.close(),
  };
});

const request = (member: string, limit = 60) => ({ key: 'key', limit, member });

test('a retried request takes no second slot', async () => {
  const { slots, epoch } = await openSlots({ windowMs: 60_000 });

  const [first] = (await slots.take(epoch, [request('a', 2)])) ?? [];
  const again = await slots.take(epoch, [request('a', 2), request('b', 2), request('c', 2)]);
  slots.close();

  expect(again).toEqual([first, expect.any(Date), null]);
});

test('does not count an epoch that Redis was not filled for', async () => {
  const { slots } = await openSlots({ windowMs: 60_000 });

  expect(await slots.take(newId(), [request('a')])).toBeNull();
  expect(await slots.probe(newId())).toBe(false);
  slots.close();
});

test('does not count an epoch that another run of the server was filled for', async () => {
  const { slots, epoch } = await openSlots({ windowMs: 60_000 });
  await client.set(`output-review:rate-window:${epoch}`, 'the run before');

  expect(await slots.take(epoch, [request('a')])).toBeNull();
  slots.close();
});

test('Redis that is emptied while it is filled does not count', async () => {
  const { slots } = await openSlots({ windowMs: 60_000 });
  const epoch = newId();
  const takenAt = Array.from({ length: 50_000 }, () => new Date());

  const filled = slots.fill(epoch, [{ key: 'key', takenAt }]);
  await eventually(async () =>
    expect(await client.del(`output-review:rate-window:${epoch}`)).toBe(1),
  );

  await expect(filled).rejects.toThrow('emptied');
  expect(await slots.take(epoch, [request('a')])).toBeNull();
  slots.close();
});

test('every key in Redis expires', async () => {
  const { slots, epoch } = await openSlots({ windowMs: 60_000 });
  await slots.take(epoch, [request('a')]);
  await slots.fill(epoch, [{ key: 'filled', takenAt: [new Date()] }]);

  const keys = await client.keys(`output-review:rate-window:${epoch}*`);
  const lives = await Promise.all(keys.map((key) => client.pTTL(key)));
  slots.close();

  expect(keys).toHaveLength(3);
  expect(Math.min(...lives)).toBeGreaterThan(50_000);
  expect(Math.max(...lives)).toBeLessThanOrEqual(600_000);
});

test('fills in and counts thousands of slots of a key', async () => {
  const { slots, epoch } = await openSlots({ windowMs: 60_000 });
  const takenAt = Array.from({ length: 12_000 }, (_, n) => new Date(Date.now() - n));
  await slots.fill(epoch, [{ key: 'key', takenAt }]);

  const taken = await slots.take(epoch, [request('a', 12_001), request('b', 12_001)]);
  slots.close();

  expect(taken).toEqual([expect.any(Date), null]);
});
