import { job } from '../context.ts';
import { findDueDigests, makeDigest } from './digests.sql.ts';
import { removeDeliveries } from './remove.sql.ts';

const DAY_MS = 86_400_000;
/** Source: `listDeliveries`. */
const KEPT_MS = 30 * DAY_MS;

/** Woken by writes of this process. Also finds writes of other processes, and retries that are due. */
export const sendDeliveries = job({
  name: 'send deliveries',
  everyMs: 1_000,
  run: async ({ publicUrl, sender }, signal) => {
    // Each delivery contains it. Until it is set, nothing may be claimed: it would wait for its lease to expire.
    publicUrl();
    await sender.begin(signal);
  },
});

/** A digest is sent like any other delivery. */
export const makeDigests = job({
  name: 'make digests',
  everyMs: 1_000,
  run: async ({ db, clock, jobs }, signal) => {
    for (const destinationId of await findDueDigests(db, clock.now())) {
      if (signal.aborted) return;
      if (await makeDigest(db, destinationId, clock.now())) jobs.sendDeliveries.wake();
    }
  },
});

export const removeOldDeliveries = job({
  name: 'remove old deliveries',
  everyMs: 10 * 60_000,
  run: ({ db, clock }, signal) =>
    removeDeliveries(db, new Date(clock.now().getTime() - KEPT_MS), signal),
});
