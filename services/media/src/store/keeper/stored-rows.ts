import type { Database } from '@output-review/runtime';

import type { KeeperRuns, StoredRow, StoredRows } from '../../use-cases/keeper/stored-rows.ts';

export function makeStoredRows(db: Database): StoredRows {
  return {
    findKnown: (objectKeys) => find(db, FIND_KNOWN, objectKeys),
    findNamed: (objectKeys) => find(db, FIND_NAMED, objectKeys),
    list: async (after, limit) => {
      const { rows } = await db.query<StoredRow>(LIST, [after, limit]);
      return rows;
    },
  };
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

export function makeKeeperRuns(db: Database): KeeperRuns {
  return {
    begin: async (now, lastBefore) => {
      const { rows } = await db.query(BEGIN, [now, lastBefore]);
      return rows.length > 0;
    },
  };
}

const FIND_KNOWN = `
SELECT object_key AS "objectKey" FROM uploads WHERE object_key = ANY($1)
UNION SELECT object_key FROM files WHERE object_key = ANY($1)
UNION SELECT object_key FROM doomed_objects WHERE object_key = ANY($1)`;

const FIND_NAMED = `
SELECT object_key AS "objectKey" FROM uploads WHERE object_key = ANY($1) AND consumed_at IS NULL
UNION SELECT object_key FROM files WHERE object_key = ANY($1)`;

// A consumed upload has lost its bytes on purpose; without a stored size nobody knows of any.
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
