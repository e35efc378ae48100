import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { PostgresSlots } from '../../src/rate-window/postgres-slots.ts';
import { WindowSwitch } from '../../src/rate-window/window-switch.ts';
import { rateWindowContract } from './rate-window-contract.ts';
import { SHORT_WINDOW_MS as windowMs, useWindowTables, windowOfEpoch } from './window-tables.ts';

const { db } = useWindowTables();

/** As after a loss of Redis: PostgreSQL counts, from what was stored. */
async function countFrom(key: string, takenAt: readonly Date[]): Promise<string> {
  await db().query('INSERT INTO accepted (key, taken_at) SELECT $1, unnest($2::timestamptz[])', [
    key,
    takenAt,
  ]);
  await db().query("UPDATE rate_window SET counts_in = 'redis'");
  const windowSwitch = new WindowSwitch({ client: db(), windowMs });
  await windowSwitch.toPostgres((await windowSwitch.read()).epoch);
  return (await windowSwitch.read()).epoch;
}

rateWindowContract('PostgresSlots', async () => {
  const slots = new PostgresSlots({ client: db(), windowMs });
  let counted = windowOfEpoch(await countFrom('none', []), (...args) => slots.take(...args));
  return {
    window: { take: (key, limit) => counted.take(key, limit) },
    windowMs,
    async now() {
      const { rows } = await db().query<{ now: Date }>('SELECT clock_timestamp() AS now');
      return rows[0]!.now.getTime();
    },
    pass: (ms) => delay(ms),
    async refill(key, takenAt) {
      counted = windowOfEpoch(await countFrom(key, takenAt), (...args) => slots.take(...args));
    },
    [Symbol.asyncDispose]: async () => {},
  };
});

const request = (key: string, limit = 60) => ({ key, limit, member: 'any' });

test('requests of many keys share a statement, each with its own answer', async () => {
  const slots = new PostgresSlots({ client: db(), windowMs: 60_000 });
  const epoch = await countFrom('none', []);

  const taken = await slots.take(epoch, [
    request('one', 2),
    request('other', 1),
    request('one', 2),
    request('one', 2),
    request('other', 1),
    request('none', 0),
  ]);

  expect(taken?.map((at) => at !== null)).toEqual([true, true, true, false, false, false]);
});

test('two calls with the same keys in another order wait for each other in no circle', async () => {
  const slots = new PostgresSlots({ client: db(), windowMs: 60_000 });
  const epoch = await countFrom('none', []);
  const keys = Array.from({ length: 50 }, (_, n) => `key-${n}`);
  const rounds = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? keys : keys.toReversed()));

  const answers = await Promise.all(
    rounds.map((round) =>
      slots.take(
        epoch,
        round.map((key) => request(key, 30)),
      ),
    ),
  );

  const taken = answers.flatMap((answer) => answer ?? []).filter((at) => at !== null);
  expect(taken).toHaveLength(50 * 30);
});

test('a large limit costs no more than a small one', async () => {
  const slots = new PostgresSlots({ client: db(), windowMs: 60_000 });
  const epoch = await countFrom('none', []);
  await db().query(
    `INSERT INTO rate_window_slots SELECT $1, 'busy', n, clock_timestamp()
     FROM generate_series(1, 200000) AS n`,
    [epoch],
  );

  // The fastest of some: others may have the processor in between.
  const fastestMs = async (limit: number): Promise<number> => {
    let fastest = Infinity;
    for (let n = 0; n < 20; n += 1) {
      const begun = performance.now();
      await slots.take(epoch, [request('busy', limit)]);
      fastest = Math.min(fastest, performance.now() - begun);
    }
    return fastest;
  };

  // Counting the rows would take some hundred times as long.
  expect(await fastestMs(1_000_000)).toBeLessThan(20 * (await fastestMs(10)));
});

test('slots that have left the window are deleted, those that count are not', async () => {
  const slots = new PostgresSlots({ client: db(), windowMs: 60_000 });
  const old = await countFrom('none', []);
  await slots.take(old, [request('key', 1)]);
  const epoch = await countFrom('none', []);
  await slots.take(epoch, [request('key', 2), request('rests', 2)]);
  await db().query(
    "UPDATE rate_window_slots SET taken_at = taken_at - interval '1 minute' WHERE key = 'rests'",
  );

  await slots.forgetOld();

  const { rows } = await db().query(
    "SELECT epoch, key FROM rate_window_slots WHERE key IN ('key', 'rests')",
  );
  expect(rows).toEqual([{ epoch, key: 'key' }]);
  expect(await slots.take(epoch, [request('key', 1)])).toEqual([null]);
  expect(await slots.take(epoch, [request('rests', 1)])).not.toEqual([null]);
});
