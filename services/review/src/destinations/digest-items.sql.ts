import type { SqlClient } from '@output-review/runtime';

const SECONDS = 'extract(epoch FROM d.digest::interval)';

/**
 * When a destination `d` gets its next digest after a time; null where it gets none. In seconds, for a day more is an
 * hour more or less where the clocks of the server's time zone change.
 */
export const nextDigest = (at: string): string => `(d.digest_from + make_interval(
  secs => (${SECONDS} * (floor(extract(epoch FROM ${at} - d.digest_from) / ${SECONDS}) + 1))::double precision
))`;

const RESCHEDULE = `
  UPDATE digest_items i SET digest_at = least(i.digest_at, coalesce(${nextDigest('$2::timestamptz')}, $2))
  FROM destinations d
  WHERE d.id = $1 AND i.destination_id = d.id AND i.digest_id IS NULL`;

/**
 * Has what waits for a digest told by when the destination gets one now, never later than before. Without
 * digests it is told at once, in a last one.
 */
export async function rescheduleDigest(
  tx: SqlClient,
  destinationId: string,
  at: Date,
): Promise<void> {
  await tx.query(RESCHEDULE, [destinationId, at]);
}

/** Forgets what waits for a digest at a destination that is turned off. */
export async function forgetDigestItems(tx: SqlClient, destinationId: string): Promise<void> {
  await tx.query('DELETE FROM digest_items WHERE destination_id = $1 AND digest_id IS NULL', [
    destinationId,
  ]);
}
