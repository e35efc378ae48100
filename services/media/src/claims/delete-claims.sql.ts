import type { Transaction } from '@output-review/runtime';

import { refund } from '../usage/usage.sql.ts';
import type { OutputKey } from './claims.pure.ts';

/** Takes outputs their files for good, all in a few statements; outputs without any leave no trace. */
export async function deleteClaims(
  tx: Transaction,
  outputs: readonly OutputKey[],
  at: Date,
): Promise<void> {
  const keys = [
    outputs.map(({ workspaceId }) => workspaceId),
    outputs.map(({ outputId }) => outputId),
  ];
  const { rows: locked } = await tx.query(LOCK, keys);
  if (locked.length === 0) return;
  const { rows: freed } = await tx.query<FreedRoom>(DELETE, [...keys, at]);
  for (const room of freed) await refund(tx, room);
}

interface FreedRoom {
  readonly workspaceId: string;
  readonly bytes: number;
}

// In order, so that two who delete the same outputs cannot wait for each other; and before the rest, which
// then sees what whoever held a lock has done.
const LOCK = `
SELECT 1 FROM claims
WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  AND state <> 'deleted'
ORDER BY workspace_id, output_id FOR UPDATE`;

// The uploads of a claim that is complete belong to its output; those of one that is not can be had again.
const DELETE = `
WITH gone AS (
  UPDATE claims SET state = 'deleted'
  WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    AND state <> 'deleted'
  RETURNING workspace_id, output_id, attempt, is_complete
), given_up AS (
  DELETE FROM files USING gone
  WHERE files.workspace_id = gone.workspace_id AND files.output_id = gone.output_id
  RETURNING files.workspace_id, files.object_key, files.size_bytes
), consumed AS (
  UPDATE uploads SET consumed_at = $3::timestamptz FROM gone
  WHERE gone.is_complete AND uploads.workspace_id = gone.workspace_id
    AND uploads.claimed_output_id = gone.output_id AND uploads.claimed_attempt = gone.attempt
    AND uploads.consumed_at IS NULL
  RETURNING uploads.object_key
), freed AS (
  UPDATE uploads SET claimed_output_id = NULL, claimed_attempt = NULL FROM gone
  WHERE NOT gone.is_complete AND uploads.workspace_id = gone.workspace_id
    AND uploads.claimed_output_id = gone.output_id AND uploads.claimed_attempt = gone.attempt
    AND uploads.consumed_at IS NULL
), doomed AS (
  INSERT INTO doomed_objects (object_key, doomed_at)
  SELECT object_key, $3::timestamptz
  FROM (SELECT object_key FROM given_up UNION SELECT object_key FROM consumed) AS objects
  ON CONFLICT DO NOTHING
)
SELECT workspace_id AS "workspaceId", coalesce(sum(size_bytes), 0)::float8 AS bytes
FROM given_up GROUP BY workspace_id ORDER BY workspace_id`;
