import { INTERNAL_OPERATIONS, outputKey } from '@output-review/contracts';

import { type Context, job } from '../context.ts';
import {
  type BodiesPage,
  dropBodies,
  listBodies,
  listRecentBodies,
  resendSubmissions,
  type ResendVolume,
  type SubmissionBody,
} from './bodies.sql.ts';
import { removeDeadReservations } from './reservations.sql.ts';
import { type OutputKey, releaseOldKeys } from './submissions.sql.ts';

const MINUTE_MS = 60_000;

export const releaseOldIdempotencyKeys = job({
  name: 'release old idempotency keys',
  everyMs: MINUTE_MS,
  run: ({ db }) => releaseOldKeys(db),
});

export const removeDeadFileReservations = job({
  name: 'remove dead file reservations',
  everyMs: MINUTE_MS,
  run: ({ db }) => removeDeadReservations(db),
});

// Media releases what it finds, and asks back for the state of each claim.
const SETTLE_TIMEOUT_MS = 30_000;

/** Makes media settle the claims on files that were not confirmed. */
export const settleFiles = job({
  name: 'settle files',
  everyMs: MINUTE_MS,
  run: async ({ media, assertion }, signal) => {
    const options = { assertion, timeoutMs: SETTLE_TIMEOUT_MS, signal };
    await media.call(INTERNAL_OPERATIONS.settleFiles, options);
  },
});

export const dropRecentBodies = job({
  name: 'drop recent bodies',
  everyMs: 5_000,
  run: dropConfirmedBodies,
});

/**
 * Drops bodies once review has the outputs. Until then they answer reads if review's consumer lags. ID, fingerprint and
 * answer stay.
 */
async function dropConfirmedBodies(ctx: Context, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  do {
    const page: BodiesPage = await listRecentBodies(ctx.db, after);
    const held = await heldOf(ctx, page.bodies);
    // Review consumes in this order, so it lacks the later ones too.
    if (held.length === 0) return;
    await dropBodies(ctx.db, held);
    after = page.next;
  } while (after !== null && !signal.aborted);
}

export const reconcileBodies = job({
  name: 'reconcile bodies',
  everyMs: MINUTE_MS,
  run: checkRemainingBodies,
});

// The limit of one run, for a minute. A small share of what the pipeline takes besides new submissions, because a
// consumer that merely lags has these on the way already.
const ROOM: ResendVolume = { rows: 10_000, bytes: 64 * 1024 * 1024 };

/**
 * Checks all remaining bodies. Drops those that review has, and sends again those that it lacks, because Kafka may have
 * lost what it acknowledged.
 */
async function checkRemainingBodies(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, log } = ctx;
  let room = ROOM;
  let after: string | null = null;
  do {
    const page: BodiesPage = await listBodies(db, after);
    const { held, missing } = split(page.bodies, await heldOf(ctx, page.bodies));
    if (held.length > 0) await dropBodies(db, held);
    if (missing.length > 0 && room.rows > 0 && room.bytes > 0) {
      const { rows, bytes } = await resendSubmissions(db, missing, room);
      room = { rows: room.rows - rows, bytes: room.bytes - bytes };
    }
    after = page.next;
  } while (after !== null && !signal.aborted);
  const submissions = ROOM.rows - room.rows;
  if (submissions > 0) log.warn({ submissions }, 'submissions missing in review sent again');
}

/** Asks review which of these outputs it has. */
async function heldOf(
  { review, assertion }: Context,
  keys: readonly OutputKey[],
): Promise<readonly OutputKey[]> {
  if (keys.length === 0) return [];
  const { held } = await review.call(INTERNAL_OPERATIONS.confirmHeld, {
    ...{ body: { outputs: keys.map(({ workspaceId, id }) => ({ workspaceId, id })) }, assertion },
  });
  return held;
}

function split(bodies: readonly SubmissionBody[], confirmed: readonly OutputKey[]) {
  const names = new Set(confirmed.map(outputKey));
  return {
    held: bodies.filter((body) => body.isDroppable && names.has(outputKey(body))),
    missing: bodies.filter((body) => !names.has(outputKey(body))),
  };
}
