import type { SqlClient } from '@output-review/runtime';

import type { ClaimKey } from '../../use-cases/claims/claim-store.ts';
import { doom } from '../doomed/doom.ts';

/** Lets others have the uploads of a claim again. */
export async function freeUploads(
  tx: SqlClient,
  { workspaceId, outputId, attempt }: ClaimKey,
): Promise<void> {
  await tx.query(FREE, [workspaceId, outputId, attempt]);
}

/** Uses the uploads of a claim up: their copies are all that is needed from now on. */
export async function consumeUploads(
  tx: SqlClient,
  { workspaceId, outputId, attempt }: ClaimKey,
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<{ readonly objectKey: string }>(CONSUME, [
    ...[workspaceId, outputId, attempt],
    at,
  ]);
  await doom(
    tx,
    rows.map(({ objectKey }) => objectKey),
    at,
  );
}

const FREE = `
UPDATE uploads SET claimed_output_id = NULL, claimed_attempt = NULL
WHERE workspace_id = $1 AND claimed_output_id = $2 AND claimed_attempt = $3
  AND consumed_at IS NULL`;

const CONSUME = `
UPDATE uploads SET consumed_at = $4
WHERE workspace_id = $1 AND claimed_output_id = $2 AND claimed_attempt = $3
  AND consumed_at IS NULL
RETURNING object_key AS "objectKey"`;
