import { AppError } from '@output-review/errors';
import {
  type Clock,
  isTransientError,
  type Logger,
  type SqlClient,
  startLoop,
} from '@output-review/runtime';

import { PostgresSlots } from './postgres-slots.ts';
import { RATE_WINDOW_MS, type RateWindow } from './rate-window.ts';
import { RedisSlots } from './redis-slots.ts';
import { SharedRateWindow } from './shared-rate-window.ts';
import { type RateWindowStats, WindowCounter } from './window-counter.ts';

export interface SharedRateWindowOptions {
  /** For a schema with `rateWindowTablesSql`. */
  readonly client: SqlClient;
  /** redis: or rediss:, with user, password and database if needed. Not a cluster. */
  readonly redisUrl: string;
  /** The CAs that a rediss: server is verified against; those of Node if absent. */
  readonly caFile?: string | null;
  readonly log: Logger;
  readonly clock: Clock;
  /** How long Redis may take to answer; 50 ms by default. */
  readonly budgetMs?: number;
}

/** The window of submissions, in this process or shared. */
export interface OpenedRateWindow {
  readonly window: RateWindow;
  /** Whether a slot still counts, according to the database during this call; asked for a row that was not inserted. */
  readonly isSlotCurrent: (epoch: string) => Promise<boolean>;
  /** Null if the window is in this process only. */
  readonly stats: () => RateWindowStats | null;
  /** Shown by /readyz: why Redis does not count. The window works regardless. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
}

export interface SharedRateWindowHandle extends OpenedRateWindow {
  readonly stats: () => RateWindowStats;
  readonly close: () => Promise<void>;
}

// How long a loss of Redis may go unnoticed without submissions, and how soon its return is noticed.
const WATCH_EVERY_MS = 1_000;
// The slots of a minute are at most its submissions. Those of a few more seconds do no harm.
const DELETE_OLD_EVERY_MS = 10_000;

/** Opens the window that all processes on a database share. Does not wait for Redis. */
export async function openSharedRateWindow(
  options: SharedRateWindowOptions,
): Promise<SharedRateWindowHandle> {
  const { client, redisUrl, caFile = null, log, clock, budgetMs } = options;
  const closing = new AbortController();
  const redis = new RedisSlots({
    ...{ url: redisUrl, caFile, windowMs: RATE_WINDOW_MS, log },
    ...(budgetMs && { budgetMs }),
  });
  const postgres = new PostgresSlots(client);
  const counter = await WindowCounter.open({
    redis,
    postgres,
    log,
    signal: closing.signal,
  });
  await ignoreOutages(() => counter.watch());
  const start = (name: string, everyMs: number, run: () => Promise<void>) =>
    startLoop({ name, everyMs, run: () => ignoreOutages(run), log, clock });
  const loops = [
    start('watch the rate window', WATCH_EVERY_MS, () => counter.watch()),
    start('delete old slots', DELETE_OLD_EVERY_MS, () => postgres.deleteOld()),
  ];
  return {
    window: new SharedRateWindow(counter),
    isSlotCurrent: (epoch) => counter.isCurrent(epoch),
    stats: () => counter.stats,
    checks: {
      'rate window': async () => {
        if (counter.stats.countsIn === 'redis') return;
        const reason = redis.failure ?? counter.distrust ?? 'it has just come back';
        throw new AppError('UNAVAILABLE', `counted in PostgreSQL, not in Redis: ${reason}`);
      },
    },
    async close() {
      closing.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      redis.close();
    },
  };
}

// A database outage shows wherever the database is used, and these jobs run again.
async function ignoreOutages(turn: () => Promise<void>): Promise<void> {
  try {
    await turn();
  } catch (error) {
    if (!isTransientError(error)) throw error;
  }
}
