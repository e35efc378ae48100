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
  /** On the schema with `rateWindowTablesSql`. */
  readonly client: SqlClient;
  /** redis: or rediss:, with user, password and database where there are any. Not a cluster. */
  readonly redisUrl: string;
  /** The CAs that a rediss: server is verified against; absent: those that Node trusts. */
  readonly caFile?: string | null;
  readonly log: Logger;
  readonly clock: Clock;
  /** How long Redis may take for an answer; 50 ms unless said. */
  readonly budgetMs?: number;
}

export interface OpenedRateWindow {
  readonly window: RateWindow;
  /** Whether a slot of the epoch still counts, by the database as it is after the call. */
  isCurrent(epoch: string): Promise<boolean>;
  stats(): RateWindowStats;
  /** @throws AppError UNAVAILABLE that says why Redis does not count. The window works all the same. */
  check(): Promise<void>;
  close(): Promise<void>;
}

// How long a loss of Redis may go unnoticed where nobody submits, and how soon it is found again.
const WATCH_EVERY_MS = 1_000;
// A minute's slots are at most what a minute's submissions are; a few seconds' more do no harm.
const FORGET_EVERY_MS = 10_000;

/** Opens the window that all processes on a database share. Waits for no Redis. */
export async function openSharedRateWindow(
  options: SharedRateWindowOptions,
): Promise<OpenedRateWindow> {
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
  await patiently(() => counter.watch());
  const start = (name: string, everyMs: number, run: () => Promise<void>) =>
    startLoop({ name, everyMs, run: () => patiently(run), log, clock });
  const loops = [
    start('watch the rate window', WATCH_EVERY_MS, () => counter.watch()),
    start('forget old slots', FORGET_EVERY_MS, () => postgres.forgetOld()),
  ];
  return {
    window: new SharedRateWindow(counter),
    isCurrent: (epoch) => counter.isCurrent(epoch),
    stats: () => counter.stats,
    check: async () => {
      if (counter.stats.countsIn === 'redis') return;
      const reason = redis.failure ?? counter.distrust ?? 'it has just come back';
      throw new AppError('UNAVAILABLE', `counted in PostgreSQL, not in Redis: ${reason}`);
    },
    async close() {
      closing.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      redis.close();
    },
  };
}

// An outage of the database shows wherever it is used; these turns come again.
async function patiently(turn: () => Promise<void>): Promise<void> {
  try {
    await turn();
  } catch (error) {
    if (!isTransientError(error)) throw error;
  }
}
