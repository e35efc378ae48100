import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import type { RateSlot } from '../../src/rate-limit/rate-window.ts';
import { acceptMany, useSharedWindow } from './shared-window-fixture.ts';

const { db, key, useAnotherKey, aProcess, store, countsIn, emptyRedis, untilRedisIsBack } =
  useSharedWindow();

test('the first gateway makes Redis count, and the others find it counting', async () => {
  const first = await aProcess();
  const second = await aProcess();

  expect(first.stats()).toMatchObject({
    countsIn: 'redis',
    breaker: 'closed',
    switches: { redis: 1, postgres: 0 },
  });
  expect(second.stats()).toEqual({ ...first.stats(), switches: { redis: 0, postgres: 0 } });
  expect(first.logged).toContain('rate window moved to redis');
  await expect(first.checks['rate window']?.()).resolves.toBeUndefined();
  expect(await acceptMany([first, second], 200)).toBe(60);
});

test('a gateway that loses Redis makes PostgreSQL count for all, from what was accepted', async () => {
  const [cut, other] = [await aProcess(), await aProcess()];
  expect(await acceptMany([cut, other], 45)).toBe(45);

  cut.proxy.cut();
  const accepted = await acceptMany([cut, other], 100);

  expect(accepted).toBe(15);
  expect(await countsIn()).toBe('postgres');
  expect(cut.stats()).toMatchObject({
    countsIn: 'postgres',
    breaker: 'open',
    switches: { redis: 1, postgres: 1 },
  });
  expect(cut.logged).toContain('rate window moved from redis to postgres');
  await expect(cut.checks['rate window']?.()).rejects.toThrow(
    'counted in PostgreSQL, not in Redis: connection lost',
  );
  // It learns of the switch with its next slot, which may be this one.
  expect(await other.accept()).toBeNull();
  expect(other.stats().countsIn).toBe('postgres');
});

test('all gateways avoid for a while a Redis that only some reach', async () => {
  const [cut, other] = [await aProcess(), await aProcess()];
  cut.proxy.cut();
  await acceptMany([cut, other], 4);

  await delay(2_500);

  expect(await countsIn()).toBe('postgres');
  expect(other.stats().switches).toEqual({ redis: 0, postgres: 0 });
});

test('notices that Redis was emptied between two calls, and fills it again', async () => {
  const gateways = [await aProcess(), await aProcess()];
  expect(await acceptMany(gateways, 50)).toBe(50);

  await emptyRedis();
  expect(await acceptMany(gateways, 100)).toBe(10);
  await untilRedisIsBack();

  expect(await acceptMany(gateways, 100)).toBe(0);
  useAnotherKey();
  expect(await acceptMany(gateways, 100)).toBe(60);
});

test('carries over what PostgreSQL counted when Redis is back', async () => {
  const gateways = [await aProcess(), await aProcess()];
  for (const { proxy } of gateways) proxy.cut();
  expect(await acceptMany(gateways, 30)).toBe(30);
  // A slot that is taken without a row, as by a faulty request.
  expect(await gateways[0]!.window.take(key(), 60)).not.toBeNull();

  for (const { proxy } of gateways) proxy.mend();
  await untilRedisIsBack();

  expect(await acceptMany(gateways, 100)).toBe(29);
});

test('a slot taken under one epoch and used under the next counts once', async () => {
  const gateway = await aProcess();
  const inRedis = await gateway.window.take(key(), 60);
  gateway.proxy.cut();
  const inPostgres = await gateway.window.take(key(), 60);

  expect(await store(inRedis)).toBe(false);
  expect(await store(inPostgres)).toBe(true);

  gateway.proxy.mend();
  const late = await gateway.window.take(key(), 60);
  await untilRedisIsBack();

  expect(await store(late)).toBe(true);
  expect(await acceptMany([gateway], 100)).toBe(58);
});

test('occasional late answers cost neither a slot nor a switch', async () => {
  const budgetMs = 500;
  const gateway = await aProcess(budgetMs);

  // The first attempt times out. The second, behind it, gets both answers in time.
  const slots: (RateSlot | null)[] = [];
  for (let n = 0; n < 6; n += 1) {
    gateway.proxy.slowBy(n % 2 === 0 ? budgetMs * 1.2 : 0);
    const slot = gateway.accept(6);
    await delay(budgetMs / 2);
    gateway.proxy.slowBy(0);
    slots.push(await slot);
  }

  expect(slots.filter(Boolean).length).toBe(6);
  expect(await gateway.accept(6)).toBeNull();
  expect(gateway.stats()).toMatchObject({ countsIn: 'redis', breaker: 'closed' });
});

test.each(['stall', 'slowBy'] as const)(
  'leaves a Redis that hangs or is too slow (%s) within the budget',
  async (how) => {
    const gateway = await aProcess(50);
    expect([await gateway.accept(3), await gateway.accept(3)]).not.toContain(null);
    gateway.proxy[how](1_000);

    const begun = performance.now();
    const third = await gateway.accept(3);
    const tookMs = performance.now() - begun;

    expect(third).not.toBeNull();
    expect(await gateway.accept(3)).toBeNull();
    expect(gateway.stats().countsIn).toBe('postgres');
    // Twice the 50 ms, and a statement or two on a slow machine.
    expect(tookMs).toBeLessThan(1_000);
  },
);

test('checks a refusal again if its gateway did not know of the switch', async () => {
  const [behind, other] = [await aProcess(), await aProcess()];
  // These slots are lost with their gateway: only Redis counts them.
  for (let n = 0; n < 60; n += 1) await other.window.take(key(), 60);
  other.proxy.cut();
  expect(await other.accept()).not.toBeNull();

  expect(await behind.accept()).not.toBeNull();
});

test('gives up a Redis that was never filled', async () => {
  const gateway = await aProcess();
  await acceptMany([gateway], 20);
  // Like a gateway that was killed between the switch and the filling.
  await db().query(
    "UPDATE rate_window SET counts_in = 'redis', epoch = epoch + 1, carried_epoch = NULL",
  );

  expect(await acceptMany([gateway], 100)).toBe(40);
  expect(await countsIn()).toBe('postgres');
});

test('accepts no more than the limit while Redis goes down and returns repeatedly', async () => {
  const gateways = [await aProcess(), await aProcess(), await aProcess(), await aProcess()];
  let isOver = false;
  const faults = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await delay(150);
      const { proxy } = gateways[n % 4]!;
      proxy[(['cut', 'stall', 'cut'] as const)[n % 3]!]();
      if (n % 2 === 0) await emptyRedis();
      await delay(100);
      proxy.mend();
      await db().query('UPDATE rate_window SET hold_ms = 0');
    }
  })();

  let accepted = 0;
  for (let n = 0; n < 60; n += 1) {
    accepted += await acceptMany(gateways, 8);
    await delay(100);
  }
  isOver = true;
  await faults;

  expect(accepted).toBe(60);
  const { rows } = await db().query<{ count: string }>(
    'SELECT count(*) FROM accepted WHERE key = $1',
    [key()],
  );
  expect(Number(rows[0]?.count)).toBe(60);
});
