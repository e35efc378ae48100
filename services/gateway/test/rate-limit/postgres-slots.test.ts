import { expect, test } from '@jest/globals';

import { PostgresSlots } from '../../src/rate-limit/postgres-slots.ts';
import { rateWindowContract } from './rate-window-contract.ts';
import { useWindowTables, windowOfEpoch } from './window-tables.ts';

const { db } = useWindowTables();

// Long compared with the pauses of a slow machine, because only stored times can be moved.
const windowMs = 60_000;

/** Makes PostgreSQL count from what was stored, as after a loss of Redis. */
async function countFrom(key: string, takenAt: readonly Date[]): Promise<string> {
  await db().query('INSERT INTO accepted (key, taken_at) SELECT $1, unnest($2::timestamptz[])', [
    key,
    takenAt,
  ]);
  await db().query("UPDATE rate_window SET counts_in = 'redis'");
  const slots = new PostgresSlots(db());
  await slots.toPostgres((await slots.read()).epoch);
  return (await slots.read()).epoch;
}

const msOf = async (sql: string): Promise<number> =>
  (await db().query<{ at: Date }>(`SELECT ${sql} AS at`)).rows[0]!.at.getTime();

// Uses PostgreSQL's clock. Time passes by moving the counted slots into the past. The contract sees all times shifted
// by as much.
rateWindowContract('PostgresSlots', async () => {
  const slots = new PostgresSlots(db());
  let passedMs = 0;
  const moved = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
  let counted = windowOfEpoch(await countFrom('none', []), (...args) => slots.take(...args));
  return {
    window: {
      async take(key, limit) {
        const slot = await counted.take(key, limit);
        return slot && { ...slot, takenAt: moved(slot.takenAt, passedMs) };
      },
    },
    windowMs,
    now: async () => (await msOf('clock_timestamp()')) + passedMs,
    async pass(ms) {
      await db().query(
        "UPDATE rate_window_slots SET taken_at = taken_at - $1 * interval '1 millisecond'",
        [Math.ceil(ms)],
      );
      passedMs += Math.ceil(ms);
    },
    async refill(key, takenAt) {
      const told = takenAt.map((at) => moved(at, -passedMs));
      counted = windowOfEpoch(await countFrom(key, told), (...args) => slots.take(...args));
    },
    [Symbol.asyncDispose]: async () => {},
  };
});

const request = (key: string, limit = 60) => ({ key, limit, member: 'any' });

test('requests for many keys share a statement, each with its own answer', async () => {
  const slots = new PostgresSlots(db());
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

test('two calls with the same keys in a different order do not deadlock', async () => {
  const slots = new PostgresSlots(db());
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

test('a large limit reads no more pages than a small one', async () => {
  const epoch = await countFrom('none', []);
  await db().query(
    `INSERT INTO rate_window_slots SELECT $1, 'busy', n, clock_timestamp()
     FROM generate_series(1, 20000) AS n`,
    [epoch],
  );
  // On one connection, whose first call also loads and caches the function.
  const pagesRead = (limit: number): Promise<number> =>
    db().transaction(async (tx) => {
      const call = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT take_rate_slots($1, '{busy}', $2, 60000)`;
      await tx.query(call, [epoch, [limit]]);
      const { rows } = await tx.query<Record<'QUERY PLAN', readonly Explained[]>>(call, [
        epoch,
        [limit],
      ]);
      return rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? NaN;
    });

  const [small, large] = [await pagesRead(10), await pagesRead(1_000_000)];

  // Counting the rows would read each of their 120 pages.
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThanOrEqual(small + 20);
});

interface Explained {
  readonly Plan: { readonly 'Shared Hit Blocks': number };
}

test('deletes slots that have left the window, and keeps those that count', async () => {
  const slots = new PostgresSlots(db());
  const old = await countFrom('none', []);
  await slots.take(old, [request('key', 1)]);
  const epoch = await countFrom('none', []);
  await slots.take(epoch, [request('key', 2), request('rests', 2)]);
  await db().query(
    "UPDATE rate_window_slots SET taken_at = taken_at - interval '1 minute' WHERE key = 'rests'",
  );

  await slots.deleteOld();

  const { rows } = await db().query(
    "SELECT epoch, key FROM rate_window_slots WHERE key IN ('key', 'rests')",
  );
  expect(rows).toEqual([{ epoch, key: 'key' }]);
  expect(await slots.take(epoch, [request('key', 1)])).toEqual([null]);
  expect(await slots.take(epoch, [request('rests', 1)])).not.toEqual([null]);
});
