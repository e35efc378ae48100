import { retryTransient, wait } from '@output-review/runtime';

import type { Context } from '../context.ts';

// A server that is back is in use again within 5 s: by then whoever works has renewed its leases, and has written
// what it has found out.
const RENEWED_WITHIN_MS = 5_000;

/**
 * Whether those who still work have had the time to renew their leases since this process is there: a start cannot tell
 * whether it comes right after an outage.
 */
export function mayFree({ startedMs }: Pick<Context, 'startedMs'>): boolean {
  return performance.now() - startedMs > RENEWED_WITHIN_MS;
}

interface Freeing {
  /** As the log names it. */
  readonly name: string;
  readonly free: () => Promise<void>;
}

/**
 * Frees what has a lease that has ended, once no outage is in the way. An outage may have ended leases of those who
 * still work: after one they have time to renew them first, else what judges have said is paid for again.
 */
export async function freeInTime(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { name, free }: Freeing,
  signal: AbortSignal,
): Promise<void> {
  let isAfterOutage = false;
  const freeOnce = async (): Promise<void> => {
    if (isAfterOutage) {
      await db.query('SELECT 1');
      await wait(RENEWED_WITHIN_MS, signal);
      isAfterOutage = false;
    }
    if (!signal.aborted) await free();
  };
  await retryTransient(freeOnce, {
    signal,
    onOutage: (err) => {
      isAfterOutage = true;
      log.warn({ err, loop: name }, 'loop is waiting for an outage to end');
    },
  });
}
