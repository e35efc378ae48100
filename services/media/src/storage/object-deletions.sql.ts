import type { Database, SqlClient } from '@output-review/runtime';

// Objects that are no longer needed, until they are removed from the store.

/**
 * Schedules objects for deletion from the store, within the transaction that drops them, if any. Skips objects that
 * belong to a file by then.
 */
export async function scheduleObjectDeletion(
  tx: SqlClient,
  objectKeys: readonly string[],
  at: Date,
): Promise<void> {
  if (objectKeys.length > 0) await tx.query(DOOM, [objectKeys, at]);
}

/** Lists due objects, oldest first, without postponed ones; none while a backup holds deletions. */
export async function listDoomed(db: Database, limit: number, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ readonly objectKey: string }>(LIST, [limit, now]);
  return rows.map(({ objectKey }) => objectKey);
}

/** Removes the rows of deleted objects. */
export async function forgetDoomed(db: Database, objectKeys: readonly string[]): Promise<void> {
  await db.query('DELETE FROM doomed_objects WHERE object_key = ANY($1)', [objectKeys]);
}

/** Postpones objects that the store refused to delete by half a minute. */
export async function postponeDoomed(
  db: Database,
  objectKeys: readonly string[],
  now: Date,
): Promise<void> {
  if (objectKeys.length > 0) await db.query(POSTPONE, [objectKeys, now]);
}

const DOOM = `
INSERT INTO doomed_objects (object_key, doomed_at)
SELECT object_key, $2 FROM unnest($1::text[]) AS doomed (object_key)
WHERE NOT EXISTS (SELECT FROM files WHERE files.object_key = doomed.object_key)
ORDER BY object_key
ON CONFLICT DO NOTHING`;

const POSTPONE = `
UPDATE doomed_objects SET doomed_at = $2::timestamptz + interval '30 seconds'
WHERE object_key = ANY($1)`;

// The clocks of other replicas may be slightly ahead; objects they have just scheduled are due at once too.
const LIST = `
SELECT object_key AS "objectKey" FROM doomed_objects
-- Checked in the same statement: objects listed while no backup holds deletions were dropped before the snapshot
-- of any later backup.
WHERE NOT EXISTS (SELECT FROM backups WHERE deletions_held_until > now())
  AND doomed_at <= greatest(now(), $2::timestamptz) + interval '5 seconds'
ORDER BY doomed_at, object_key LIMIT $1`;
