import type { SqlClient } from '@output-review/runtime';

const SECONDS = 'extract(epoch FROM d.digest::interval)';

/**
 * When a destination `d` gets its first digest after a time, null if it gets none. Counts in seconds, because a day
 * interval is an hour longer or shorter when the clocks of the server's time zone change.
 */
export const nextDigest = (at: string): string => `(d.digest_from + make_interval(
  secs => (${SECONDS} * (floor(extract(epoch FROM ${at} - d.digest_from) / ${SECONDS}) + 1))::double precision
))`;

const RESCHEDULE = `
  UPDATE digest_items i SET digest_at = least(i.digest_at, coalesce(${nextDigest('$2::timestamptz')}, $2))
  FROM destinations d
  WHERE d.id = $1 AND i.destination_id = d.id AND i.digest_id IS NULL`;

/**
 * Moves waiting digest items to the new time of the digest, never later than before. Without digests, they go out at
 * once in a last one.
 */
export async function rescheduleDigest(
  tx: SqlClient,
  destinationId: string,
  at: Date,
): Promise<void> {
  await tx.query(RESCHEDULE, [destinationId, at]);
}

/** Drops the digest items of a destination that is turned off. */
export async function forgetDigestItems(tx: SqlClient, destinationId: string): Promise<void> {
  await tx.query('DELETE FROM digest_items WHERE destination_id = $1 AND digest_id IS NULL', [
    destinationId,
  ]);
}
