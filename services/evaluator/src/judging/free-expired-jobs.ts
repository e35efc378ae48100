import { retryTransient, wait } from '@output-review/runtime';

import { type Context, job } from '../context.ts';

// After an outage of the database, replicas reconnect within 5 s. By then the working ones have renewed their leases
// and stored their results.
const RENEWED_WITHIN_MS = 5_000;

const NAME = 'expired jobs';

/**
 * Frees jobs and shadow runs with an expired lease, so that others can claim them. Leases may expire during an outage of
 * the database although their replicas still work. So after one, these get time to renew first. Otherwise answers of
 * judges would be paid for twice.
 */
export const freeExpiredJobs = job({
  name: NAME,
  everyMs: 1_000,
  run: async (ctx, signal) => {
    const { db, log, startedMs } = ctx;
    // A start cannot tell whether it follows an outage.
    if (performance.now() - startedMs <= RENEWED_WITHIN_MS) return;
    let isAfterOutage = false;
    const freeOnce = async (): Promise<void> => {
      if (isAfterOutage) {
        await db.query('SELECT 1');
        await wait(RENEWED_WITHIN_MS, signal);
        isAfterOutage = false;
      }
      if (!signal.aborted) await free(ctx);
    };
    await retryTransient(freeOnce, {
      signal,
      onOutage: (err, attempt) => {
        isAfterOutage = true;
        if (attempt === 1) log.warn({ err, loop: NAME }, 'loop is waiting for an outage to end');
      },
    });
  },
});

async function free(ctx: Context): Promise<void> {
  const { jobTable, judgeWorker, checkWorker, shadowTable, shadowWorker } = ctx;
  const active = [judgeWorker, checkWorker].flatMap(({ activeLeases }) => activeLeases.claims());
  await jobTable.leases.free(active);
  await shadowTable.leases.free(shadowWorker.activeLeases.claims());
}
