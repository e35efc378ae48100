import type { SqlClient } from '@output-review/runtime';

// What a backup needs of media, besides its rows.

/** An object that the rows of a snapshot name. */
export interface NamedObject {
  readonly objectKey: string;
  /** False where the bytes may never have come: of an upload that went straight to the store. */
  readonly isExpected: boolean;
}

/**
 * Keeps every object in the store that is there now, for the seconds that follow; call it again before they
 * are over.
 *
 * @returns whether they were held until now.
 */
export async function holdDeletions(db: SqlClient, seconds: number): Promise<boolean> {
  const { rows } = await db.query<{ readonly wereHeld: boolean }>(HOLD, [seconds]);
  return rows[0]?.wereHeld === true;
}

/** The objects that the rows name, by their keys, from behind `after`. */
export async function listNamed(
  db: SqlClient,
  after: string,
  limit: number,
): Promise<readonly NamedObject[]> {
  const { rows } = await db.query<NamedObject>(LIST, [after, limit]);
  return rows;
}

/** A backup that is complete. */
export interface FinishedBackup {
  /** The instant of its snapshot. */
  readonly takenAt: string;
  readonly bytes: number;
}

/** Notes a backup as the last one that succeeded. */
export async function noteBackup(db: SqlClient, { takenAt, bytes }: FinishedBackup): Promise<void> {
  await db.query('UPDATE backups SET taken_at = $1, finished_at = now(), bytes = $2', [
    takenAt,
    bytes,
  ]);
}

export interface BackupState {
  /** The instant of the last backup that succeeded; null where there was none. */
  readonly takenAt: Date | null;
  /** Whether a backup needs what is in the store. */
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

// Each branch goes by the index of its unique object keys.
const LIST = `
SELECT * FROM (
  (SELECT object_key AS "objectKey", stored_bytes IS NOT NULL AS "isExpected" FROM uploads
   WHERE object_key > $1 AND consumed_at IS NULL ORDER BY object_key LIMIT $2)
  UNION ALL
  (SELECT object_key, true FROM files
   WHERE object_key > $1 AND key IS NOT NULL ORDER BY object_key LIMIT $2)
) AS named ORDER BY "objectKey" LIMIT $2`;
