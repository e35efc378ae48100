import { afterEach, expect, test } from '@jest/globals';

import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import type { SqlClient } from '../../../../libs/runtime/src/postgres/database.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import { PostgresSlots } from '../../src/rate-limit/postgres-slots.ts';
import { RATE_WINDOW_MS } from '../../src/rate-limit/rate-window.ts';
import { RedisSlots } from '../../src/rate-limit/redis-slots.ts';
import { WindowCounter } from '../../src/rate-limit/window-counter.ts';
import { openRedisProxy, type RedisProxy } from './redis-proxy.ts';
import { useWindowTables } from './window-tables.ts';

const { db } = useWindowTables();
const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

interface Counter {
  readonly proxy: RedisProxy;
  readonly counter: WindowCounter;
  count(): Promise<string>;
}

/** The counter of one process, which checks Redis only when the test says so. */
async function aCounter(client: SqlClient = db()): Promise<Counter> {
  const proxy = await openRedisProxy(process.env['STACK_REDIS_URL'] ?? '');
  const windowMs = RATE_WINDOW_MS;
  const redis = new RedisSlots({ url: proxy.url, windowMs, log: silentLog, budgetMs: 2_000 });
  opened.push(proxy, { [Symbol.asyncDispose]: async () => redis.close() });
  const counter = await WindowCounter.open({
    redis,
    postgres: new PostgresSlots(client),
    log: silentLog,
    signal: new AbortController().signal,
  });
  const count = async (): Promise<string> => {
    await counter.count([{ key: newId(), limit: 60, member: newId() }]);
    return counter.stats.countsIn;
  };
  return { proxy, counter, count };
}

test('a process that lost Redis counts in it again as soon as another process has reached it', async () => {
  await db().query("UPDATE rate_window SET counts_in = 'postgres', epoch = epoch + 1, hold_ms = 0");
  const [first, second] = [await aCounter(), await aCounter()];
  await first.counter.watch();
  await second.counter.watch();
  expect([await first.count(), await second.count()]).toEqual(['redis', 'redis']);
  second.proxy.cut();
  expect(await second.count()).toBe('postgres');
  await db().query('UPDATE rate_window SET hold_ms = 0');
  second.proxy.mend();

  await first.counter.watch();
  await second.counter.refresh();

  expect(await second.count()).toBe('redis');
  expect(second.counter.stats).toMatchObject({ breaker: 'closed', switches: { postgres: 1 } });
});

test('Redis does not count while its clock and that of PostgreSQL differ', async () => {
  await db().query("UPDATE rate_window SET counts_in = 'postgres', epoch = epoch + 1, hold_ms = 0");
  let behind = '5 s';
  // Simulates a server with another time, because its clock cannot be changed for one client alone.
  const query: SqlClient['query'] = (statement, values) =>
    typeof statement === 'string'
      ? db().query(
          statement.replace('clock_timestamp()', `clock_timestamp() - interval '${behind}'`),
          values,
        )
      : db().query(statement, values);
  const { counter } = await aCounter({ query });
  const other = await aCounter({ query });

  await counter.watch();
  expect(counter.stats.countsIn).toBe('postgres');
  expect(Math.round(counter.stats.clockSkewMs / 1_000)).toBe(5);
  expect(counter.distrust).toMatch(/^its clock is [45]\.\d s ahead of PostgreSQL's$/);

  behind = '0 s';
  await counter.watch();
  expect(counter.stats).toMatchObject({ countsIn: 'redis', clockSkewMs: 0 });
  await other.counter.watch();

  behind = '-11 min';
  await counter.watch();
  expect(counter.stats).toMatchObject({ countsIn: 'postgres', switches: { postgres: 1 } });

  // Redis is avoided for a while. A process that did not switch knows the reason too.
  await other.counter.watch();
  expect(other.counter.stats).toMatchObject({ countsIn: 'postgres', switches: { postgres: 0 } });
  expect(other.counter.distrust).toMatch(/ behind PostgreSQL's$/);
});
