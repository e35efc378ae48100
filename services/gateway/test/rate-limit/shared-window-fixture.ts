import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { createClient } from 'redis';

import { systemClock } from '../../../../libs/runtime/src/base/clock.ts';
import type { Logger } from '../../../../libs/runtime/src/base/logger.ts';
import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import type { Database } from '../../../../libs/runtime/src/postgres/database.ts';
import { eventually } from '../../../../libs/runtime/src/testing/eventually.ts';
import { silentLog } from '../../../../libs/runtime/src/testing/silent-log.ts';
import {
  type SharedRateWindowHandle,
  openSharedRateWindow,
} from '../../src/rate-limit/open-shared-rate-window.ts';
import type { RateSlot } from '../../src/rate-limit/rate-window.ts';
import { openRedisProxy, type RedisProxy } from './redis-proxy.ts';
import { useWindowTables } from './window-tables.ts';

// Redis goes down, returns and is avoided in real time, which takes a while on a slow machine.
const TEST_TIMEOUT_MS = 60_000;
// On a slow machine a healthy Redis may need more than the default of 50 ms.
const PATIENT_MS = 2_000;

/** One of several processes on one database, with its own proxy to Redis. */
export interface WindowProcess extends SharedRateWindowHandle {
  readonly proxy: RedisProxy;
  readonly logged: string[];
  /** Takes a slot and stores something for it, as a submission does. Retries if the slot is outdated. */
  accept(limit?: number): Promise<RateSlot | null>;
}

export interface WindowFixture {
  readonly db: () => Database;
  /** A different key for each test. */
  readonly key: () => string;
  useAnotherKey(): void;
  aProcess(budgetMs?: number): Promise<WindowProcess>;
  /** Stores something for a slot, unless it is outdated. */
  store(slot: RateSlot | null): Promise<boolean>;
  countsIn(): Promise<string | undefined>;
  /** Simulates a restart of Redis. */
  emptyRedis(): Promise<void>;
  /** Ends the time for which Redis is avoided, and waits for its return. */
  untilRedisIsBack(): Promise<void>;
}

/** Gives each test processes that share a window, which starts in Redis. */
export function useSharedWindow(): WindowFixture {
  jest.setTimeout(TEST_TIMEOUT_MS);
  const url = process.env['STACK_REDIS_URL'] ?? '';
  const redis = createClient({ url });
  const { db } = useWindowTables();
  const opened: AsyncDisposable[] = [];
  let key = newId();

  beforeAll(() => redis.connect());
  afterAll(() => redis.close());
  beforeEach(async () => {
    key = newId();
    await db().query('TRUNCATE accepted');
    await db().query(
      "UPDATE rate_window SET counts_in = 'postgres', epoch = epoch + 1, hold_ms = 0",
    );
  });
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  });

  const store = async (slot: RateSlot | null): Promise<boolean> => {
    const { rowCount } = await db().query(
      `WITH held AS MATERIALIZED (SELECT unnest(hold_rate_window()) AS epoch)
       INSERT INTO accepted (key, taken_at) SELECT $1, $2 FROM held WHERE held.epoch = $3`,
      [key, slot?.takenAt, slot?.epoch],
    );
    return rowCount === 1;
  };
  const aProcess = async (budgetMs = PATIENT_MS): Promise<WindowProcess> => {
    const proxy = await openRedisProxy(url);
    opened.push(proxy);
    const logged: string[] = [];
    const note = (_fields: object, message: string): void => void logged.push(message);
    const log: Logger = { ...silentLog, info: note, warn: note };
    const options = { client: db(), redisUrl: proxy.url, log, clock: systemClock, budgetMs };
    const shared = await openSharedRateWindow(options);
    opened.push({ [Symbol.asyncDispose]: () => shared.close() });
    await eventually(() => expect(shared.stats().countsIn).toBe('redis'), TEST_TIMEOUT_MS);
    const accept = async (limit = 60): Promise<RateSlot | null> => {
      for (;;) {
        const slot = await shared.window.take(key, limit);
        if (!slot || (await store(slot))) return slot;
        expect(await shared.isSlotCurrent(slot.epoch ?? '')).toBe(false);
      }
    };
    return { ...shared, proxy, logged, accept };
  };
  const countsIn = async (): Promise<string | undefined> => {
    const { rows } = await db().query<{ counts_in: string }>('SELECT counts_in FROM rate_window');
    return rows[0]?.counts_in;
  };
  return {
    db,
    key: () => key,
    useAnotherKey: () => void (key = newId()),
    aProcess,
    store,
    countsIn,
    async emptyRedis() {
      // Other tests count there too, under their own epochs.
      const { rows } = await db().query<{ epoch: string }>('SELECT epoch FROM rate_window');
      await redis.eval(
        "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end",
        {
          arguments: [`output-review:rate-window:${rows[0]?.epoch}*`],
        },
      );
    },
    async untilRedisIsBack() {
      await db().query('UPDATE rate_window SET hold_ms = 0');
      await eventually(async () => expect(await countsIn()).toBe('redis'), TEST_TIMEOUT_MS);
    },
  };
}

/** The number of accepted requests, sent concurrently to the processes in turn. */
export async function acceptMany(
  processes: readonly WindowProcess[],
  times: number,
): Promise<number> {
  const inTurn = Array.from({ length: times }, (_, n) => processes[n % processes.length]);
  const slots = await Promise.all(inTurn.map(async (process) => process?.accept()));
  return slots.filter(Boolean).length;
}
