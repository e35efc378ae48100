import type { Database, SqlClient } from '@output-review/runtime';

/** A row whose bytes should be in the store. */
export interface StoredRow {
  readonly objectKey: string;
  readonly workspaceId: string;
  /** The public key. */
  readonly key: string;
}

/** Filters object keys to those that a row references or that are scheduled for deletion. */
export function findKnown(
  db: Database,
  objectKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  return find(db, FIND_KNOWN, objectKeys);
}

/** Filters object keys to those referenced by a row whose bytes must exist. */
export function findNamed(
  db: Database,
  objectKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  return find(db, FIND_NAMED, objectKeys);
}

async function find(
  db: Database,
  statement: string,
  objectKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (objectKeys.length === 0) return new Set();
  const { rows } = await db.query<{ readonly objectKey: string }>(statement, [objectKeys]);
  return new Set(rows.map(({ objectKey }) => objectKey));
}

/** Lists rows whose bytes must exist, ordered by object key, after `after`. */
export async function listStored(
  db: SqlClient,
  after: string,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await db.query<StoredRow>(LIST, [after, limit]);
  return rows;
}

/** Records a new run unless one began after `lastBefore`. @returns whether it was recorded. */
export async function beginRun(db: Database, now: Date, lastBefore: Date): Promise<boolean> {
  const { rows } = await db.query(BEGIN, [now, lastBefore]);
  return rows.length > 0;
}

/** Discards the last run, which was interrupted, so that it is repeated. */
export async function dropRun(db: Database): Promise<void> {
  await db.query('DELETE FROM keeper_runs');
}

// The bytes of a consumed upload were deleted. A link of the store may have uploaded them again.
const FIND_NAMED = `
SELECT object_key AS "objectKey" FROM uploads WHERE object_key = ANY($1) AND consumed_at IS NULL
UNION SELECT object_key FROM files WHERE object_key = ANY($1)`;

const FIND_KNOWN = `${FIND_NAMED}
UNION SELECT object_key FROM doomed_objects WHERE object_key = ANY($1)`;

// The bytes of a consumed upload were deleted; an index leaves them out. Without a stored size, bytes may not exist.
const LIST = `
SELECT * FROM (
  (SELECT object_key AS "objectKey", workspace_id AS "workspaceId", key FROM uploads
   WHERE object_key > $1 AND stored_bytes IS NOT NULL AND consumed_at IS NULL
   ORDER BY object_key LIMIT $2)
  UNION ALL
  (SELECT object_key, workspace_id, key FROM files
   WHERE object_key > $1 AND key IS NOT NULL ORDER BY object_key LIMIT $2)
) AS stored ORDER BY "objectKey" LIMIT $2`;

const BEGIN = `
INSERT INTO keeper_runs AS r (began_at) VALUES ($1)
ON CONFLICT (is_only) DO UPDATE SET began_at = excluded.began_at WHERE r.began_at <= $2
RETURNING 1`;
