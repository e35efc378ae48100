import type { CorrectedClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { SqlClient } from '../postgres/database.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import { readSkew, type Skew } from '../postgres/watch-database.ts';
import type { ShutdownStack } from './shutdown-stack.ts';
import { startLoop } from './start-loop.ts';

interface Following {
  readonly clock: CorrectedClock;
  readonly db: SqlClient;
  readonly log: Logger;
  readonly closers: ShutdownStack;
  /** Ends the wait for the first comparison during an outage. */
  readonly signal: AbortSignal;
}

const COMPARE_EVERY_MS = 10_000;
// NTP keeps clocks closer than this, and assertions and leases tolerate the difference.
const TOLERATED_MS = 1_000;

/**
 * Makes the process use the database's clock if its own is wrong, from the first comparison on. All services on one
 * server then agree on the time: how long assertions, sessions and leases are valid, and in what order things happened.
 */
export async function followDatabaseClock(following: Following): Promise<void> {
  const { clock, db, log, closers, signal } = following;
  let correctedMs = 0;
  const compare = async (): Promise<void> => {
    const skew = await readSkew(db);
    const formerMs = correctedMs;
    correctedMs = correctionAfter(formerMs, skew);
    if (correctedMs === formerMs) return;
    clock.correct(correctedMs);
    const fields = { aheadMs: Math.round(skew.aheadMs) };
    if (formerMs === 0) {
      log.warn(fields, 'clock of this process is wrong, using the clock of the database');
    } else if (correctedMs === 0) {
      log.info(fields, 'clock of this process is correct again');
    }
  };
  const onOutage = (err: unknown, attempt: number): void => {
    if (attempt === 1) log.warn({ err }, 'clock comparison failed, retrying');
  };
  await retryTransient(compare, { signal, onOutage });
  const loop = startLoop({
    ...{ name: 'compare clocks', everyMs: COMPARE_EVERY_MS, log, clock },
    run: compare,
  });
  closers.add('comparing clocks', () => loop.stop());
}

/** The correction of the clock after a comparison. A clock within the uncertainty stays unchanged. */
export function correctionAfter(correctedMs: number, { aheadMs, doubtMs }: Skew): number {
  if (Math.abs(aheadMs - correctedMs) - doubtMs <= TOLERATED_MS) return correctedMs;
  return Math.abs(aheadMs) - doubtMs > TOLERATED_MS ? aheadMs : 0;
}
