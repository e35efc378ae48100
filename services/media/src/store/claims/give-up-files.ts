import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from '../../use-cases/claims/claim-store.ts';
import { doom } from '../doomed/doom.ts';

/**
 * Takes the rows of an output's files away and dooms their bytes.
 *
 * @returns how much room they took; 0 where their claim was never complete.
 */
export async function giveUpFiles(
  tx: SqlClient,
  { workspaceId, outputId }: OutputKey,
  at: Date,
): Promise<number> {
  const { rows } = await tx.query<GivenUp>(DELETE_FILES, [workspaceId, outputId]);
  await doom(
    tx,
    rows.map(({ objectKey }) => objectKey),
    at,
  );
  return rows.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}

interface GivenUp {
  readonly objectKey: string;
  readonly sizeBytes: number | null;
}

const DELETE_FILES = `
DELETE FROM files WHERE workspace_id = $1 AND output_id = $2
RETURNING object_key AS "objectKey", size_bytes::float8 AS "sizeBytes"`;
