import type { CorrectedClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { SqlClient } from '../postgres/database.ts';
import type { ShutdownStack } from './shutdown-stack.ts';
import { startLoop } from './start-loop.ts';

interface Following {
  readonly clock: CorrectedClock;
  readonly db: SqlClient;
  readonly log: Logger;
  readonly closers: ShutdownStack;
}

const COMPARE_EVERY_MS = 10_000;
// Clocks that NTP keeps differ by less; assertions and leases bear it.
const TOLERATED_MS = 1_000;

/**
 * Has a process go by the clock of its database where its own is wrong, from the first comparison on. All
 * services on one server then agree on the time: on how long assertions, sessions and leases are good, and in what
 * order things happened.
 */
export async function followDatabaseClock(following: Following): Promise<void> {
  const { clock, db, log, closers } = following;
  let isWrong = false;
  const compare = async (): Promise<void> => {
    const { aheadMs, doubtMs } = await readSkew(db);
    const wasWrong = isWrong;
    isWrong = Math.abs(aheadMs) - doubtMs > TOLERATED_MS;
    clock.correct(isWrong ? aheadMs : 0);
    const fields = { aheadMs: Math.round(aheadMs) };
    if (isWrong && !wasWrong) {
      log.warn(fields, 'clock of this process is wrong, going by that of the database');
    } else if (wasWrong && !isWrong) {
      log.info(fields, 'clock of this process is right again');
    }
  };
  await compare();
  const loop = startLoop({
    ...{ name: 'compare clocks', everyMs: COMPARE_EVERY_MS, log, clock },
    run: compare,
  });
  closers.add('comparing clocks', () => loop.stop());
}

/** @returns how far this machine is ahead, and how much of that may be the way of the answer. */
async function readSkew(db: SqlClient) {
  const askedAt = performance.now();
  const { rows } = await db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const doubtMs = (performance.now() - askedAt) / 2;
  return { aheadMs: Date.now() - doubtMs - (rows[0]?.at.getTime() ?? NaN), doubtMs };
}
