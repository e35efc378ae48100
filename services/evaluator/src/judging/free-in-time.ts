import { retryTransient, wait } from '@output-review/runtime';

import type { Context } from '../context.ts';

// After an outage of the database, replicas reconnect within 5 s. By then the working ones have renewed their leases
// and stored their results.
const RENEWED_WITHIN_MS = 5_000;

/**
 * Whether all working replicas had time to renew their leases since this process started. A start cannot tell whether
 * it follows an outage.
 */
export function mayFree({ startedMs }: Pick<Context, 'startedMs'>): boolean {
  return performance.now() - startedMs > RENEWED_WITHIN_MS;
}

interface Freeing {
  /** Its name in logs. */
  readonly name: string;
  readonly free: () => Promise<void>;
}

/**
 * Frees expired leases while no outage is in progress. Leases may expire during an outage although their replicas still
 * work. So after one, these get time to renew first. Otherwise answers of judges would be paid for twice.
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
