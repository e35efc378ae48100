import type { SqlClient } from '@output-review/runtime';

// What a backup reads and writes in media, apart from the rows.

/** An object referenced by the rows of a snapshot. */
export interface NamedObject {
  readonly objectKey: string;
  /** False if the bytes may never have been uploaded, for an upload by a link of the store. */
  readonly isExpected: boolean;
}

/**
 * Keeps all objects in the store for the given number of seconds. Call it again before they expire.
 *
 * @returns whether the previous hold had not expired.
 */
export async function holdDeletions(db: SqlClient, seconds: number): Promise<boolean> {
  const { rows } = await db.query<{ readonly wereHeld: boolean }>(HOLD, [seconds]);
  return rows[0]?.wereHeld === true;
}

/** Lists the objects that rows reference, ordered by key, after `after`. */
export async function listNamed(
  db: SqlClient,
  after: string,
  limit: number,
): Promise<readonly NamedObject[]> {
  const { rows } = await db.query<NamedObject>(LIST, [after, limit]);
  return rows;
}

/** A completed backup. */
export interface FinishedBackup {
  /** The time of its snapshot. */
  readonly takenAt: string;
  readonly bytes: number;
}

/** Records the last successful backup. */
export async function noteBackup(db: SqlClient, { takenAt, bytes }: FinishedBackup): Promise<void> {
  await db.query('UPDATE backups SET taken_at = $1, finished_at = now(), bytes = $2', [
    takenAt,
    bytes,
  ]);
}

export interface BackupState {
  /** The time of the last successful backup; null if there is none. */
  readonly takenAt: Date | null;
  /** Whether a backup currently holds deletions. */
  readonly holdsDeletions: boolean;
}

export async function readBackupState(db: SqlClient): Promise<BackupState> {
  const { rows } = await db.query<BackupState>(
    `SELECT taken_at AS "takenAt", coalesce(deletions_held_until > now(), false) AS "holdsDeletions"
     FROM backups`,
  );
  return rows[0] ?? { takenAt: null, holdsDeletions: false };
}

// Two backups may run at once.
const HOLD = `
UPDATE backups SET deletions_held_until =
  greatest(deletions_held_until, now() + make_interval(secs => $1))
FROM (SELECT deletions_held_until > now() AS "wereHeld" FROM backups FOR UPDATE) AS before
RETURNING before."wereHeld"`;

// Each branch uses an index on object keys, that of uploads one without consumed uploads.
const LIST = `
SELECT * FROM (
  (SELECT object_key AS "objectKey", stored_bytes IS NOT NULL AS "isExpected" FROM uploads
   WHERE object_key > $1 AND consumed_at IS NULL ORDER BY object_key LIMIT $2)
  UNION ALL
  (SELECT object_key, true FROM files
   WHERE object_key > $1 AND key IS NOT NULL ORDER BY object_key LIMIT $2)
) AS named ORDER BY "objectKey" LIMIT $2`;
