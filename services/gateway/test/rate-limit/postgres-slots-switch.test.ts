import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SqlClient } from '@output-review/runtime';
import { awaitedLocks, eventually } from '@output-review/runtime/testing';

import { PostgresSlots } from '../../src/rate-limit/postgres-slots.ts';
import { useWindowTables } from './window-tables.ts';

const { db, connect } = useWindowTables();
const windowMs = 60_000;

const slots = (): PostgresSlots => new PostgresSlots(db());
const request = (limit = 60) => ({ key: 'key', limit, member: 'any' });

beforeEach(async () => {
  await db().query('TRUNCATE accepted');
  await countIn('redis');
});

/** Starts an epoch and returns it. */
async function countIn(counting: 'redis' | 'postgres'): Promise<string> {
  await db().query(
    'UPDATE rate_window SET counts_in = $1, epoch = epoch + 1, carried_epoch = NULL, hold_ms = 0',
    [counting],
  );
  return (await slots().read()).epoch;
}

// Like the insert of submissions.
const STORE = `
  WITH held AS MATERIALIZED (SELECT unnest(hold_rate_window()) AS epoch)
  INSERT INTO accepted (key, taken_at)
  SELECT 'key', clock_timestamp() FROM held WHERE held.epoch = $1
  RETURNING key`;

const store = (client: SqlClient, epoch: string) => client.query(STORE, [epoch]);

/** Waits until a session waits for a lock of another. */
const untilOneWaits = () =>
  eventually(async () => expect(await awaitedLocks(db(), "locktype = 'advisory'")).toHaveLength(1));

const counted = async (): Promise<number> => {
  const { rows } = await db().query<{ count: string }>(
    'SELECT count(*) FROM rate_window_slots JOIN rate_window USING (epoch)',
  );
  return Number(rows[0]?.count);
};

describe('a switch to PostgreSQL', () => {
  test('waits for rows that are being stored, and counts them', async () => {
    const { epoch } = await slots().read();
    await using session = await connect();
    await session.query('BEGIN');
    await store(session, epoch);

    const switched = slots().toPostgres(epoch);
    await untilOneWaits();
    await session.query('COMMIT');

    expect(await switched).toBe(true);
    expect(await counted()).toBe(1);
  });

  test('refuses a row whose statement began before the switch and waited for it', async () => {
    const { epoch } = await slots().read();
    await using switching = await connect();
    await using storing = await connect();
    await switching.query('BEGIN');
    await switching.query('SELECT count_rate_slots_in_postgres($1, $2)', [epoch, windowMs]);

    const stored = store(storing, epoch);
    await untilOneWaits();
    await switching.query('COMMIT');

    expect((await stored).rows).toEqual([]);
    expect(await counted()).toBe(0);
  });

  test('is seen by the function but not yet by the statement that calls it', async () => {
    const { epoch } = await slots().read();
    await using switching = await connect();
    await using reading = await connect();
    await switching.query('BEGIN');
    await switching.query('SELECT count_rate_slots_in_postgres($1, $2)', [epoch, windowMs]);

    const read = reading.query<{ seen: string; held: string[] }>(
      'SELECT (SELECT epoch FROM rate_window) AS seen, hold_rate_window() AS held',
    );
    await untilOneWaits();
    await switching.query('COMMIT');

    const [row] = (await read).rows;
    expect(row?.seen).toBe(epoch);
    expect(row?.held[0]).toBe((await slots().read()).epoch);
    expect(row?.held[0]).not.toBe(epoch);
  });

  test('counts what was stored in the last window, and nothing older', async () => {
    const { epoch } = await slots().read();
    await db().query(
      // Slots have millisecond precision.
      `INSERT INTO accepted
       SELECT 'key', date_trunc('milliseconds', clock_timestamp()) - age * interval '1 second'
       FROM unnest('{0, 30, 50, 60, 61, 3600}'::int[]) AS age`,
    );

    await slots().toPostgres(epoch);

    expect(await counted()).toBe(3);
  });

  test('counts rows that another clock stored slightly ahead, and ignores those of a wrong clock', async () => {
    const { epoch } = await slots().read();
    await db().query(
      `INSERT INTO accepted
       SELECT 'key', clock_timestamp() + ahead * interval '1 second'
       FROM unnest('{-30, 3, 60, 3600}'::int[]) AS ahead`,
    );

    await slots().toPostgres(epoch);

    expect(await counted()).toBe(2);
  });

  test('is made by one of many concurrent callers', async () => {
    const { epoch } = await slots().read();

    const made = await Promise.all(Array.from({ length: 8 }, () => slots().toPostgres(epoch)));

    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await slots().toPostgres(epoch)).toBe(false);
  });

  test('ends a session that stands still, with what it has not committed', async () => {
    const { epoch } = await slots().read();
    await using session = await connect();
    await session.query('BEGIN');
    await store(session, epoch);

    expect(await slots().toPostgres(epoch)).toBe(true);

    await expect(session.query('COMMIT')).rejects.toThrow();
    expect(await counted()).toBe(0);
  });

  test('avoids Redis for longer if it fails again sooner', async () => {
    const holds: unknown[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { epoch } = await slots().read();
      await slots().toPostgres(epoch);
      const { rows } = await db().query<{ hold_ms: number }>('SELECT hold_ms FROM rate_window');
      holds.push(rows[0]?.hold_ms);
      expect((await slots().read()).mayReturn).toBe(false);
      await slots().toRedis((await slots().read()).epoch);
    }
    await db().query("UPDATE rate_window SET changed_at = now() - interval '61 seconds'");
    await slots().toPostgres((await slots().read()).epoch);
    const { rows } = await db().query<{ hold_ms: number }>('SELECT hold_ms FROM rate_window');

    expect(holds).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    expect(rows[0]?.hold_ms).toBe(5_000);
  });
});

describe('a switch to Redis', () => {
  test('waits for slots that are being taken, and hands them over', async () => {
    const epoch = await countIn('postgres');
    await using session = await connect();
    await session.query('BEGIN');
    await session.query('SELECT take_rate_slots($1, $2, $3, $4)', [epoch, ['key'], [60], windowMs]);

    const switched = slots().toRedis(epoch);
    await untilOneWaits();
    await session.query('COMMIT');

    expect((await switched)?.slots).toEqual([{ key: 'key', takenAt: [expect.any(Date)] }]);
  });

  test('refuses a slot whose statement began before the switch and waited for it', async () => {
    const epoch = await countIn('postgres');
    await using session = await connect();
    await session.query('BEGIN');
    const { rows } = await session.query('SELECT * FROM count_rate_slots_in_redis($1, $2)', [
      epoch,
      windowMs,
    ]);

    const taken = slots().take(epoch, [request()]);
    await untilOneWaits();
    await session.query('COMMIT');

    expect(rows).toMatchObject([{ live_key: null }]);
    expect(await taken).toBeNull();
  });

  test('carries over unused slots, until Redis is lost', async () => {
    const epoch = await countIn('postgres');
    await slots().take(epoch, [request()]);

    const handover = await slots().toRedis(epoch);
    const stored = await store(db(), epoch);
    await slots().toPostgres(handover!.epoch);
    const late = await store(db(), epoch);

    expect(handover?.slots).toHaveLength(1);
    expect(stored.rowCount).toBe(1);
    expect(late.rowCount).toBe(0);
    expect(await counted()).toBe(1);
  });

  test('hands over no slot that has left the window', async () => {
    const epoch = await countIn('postgres');
    await slots().take(epoch, [request(), { ...request(), key: 'other' }]);
    await db().query(
      "UPDATE rate_window_slots SET taken_at = taken_at - interval '60 s' WHERE key = 'other'",
    );

    const handover = await slots().toRedis(epoch);

    expect(handover?.slots.map(({ key }) => key)).toEqual(['key']);
  });

  test('is made by one of many concurrent callers', async () => {
    const epoch = await countIn('postgres');

    const made = await Promise.all(Array.from({ length: 8 }, () => slots().toRedis(epoch)));

    expect(made.filter((handover) => handover !== null)).toHaveLength(1);
  });
});
