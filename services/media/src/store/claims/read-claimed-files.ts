import type { FileData } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from '../../use-cases/claims/claim-store.ts';

/** The files of a complete claim, in their order. */
export async function readClaimedFiles(
  tx: SqlClient,
  { workspaceId, outputId }: OutputKey,
): Promise<FileData[]> {
  const { rows } = await tx.query<FileData>(READ, [workspaceId, outputId]);
  return rows;
}

const READ = `
SELECT role, key, filename, content_type AS "contentType", size_bytes::float8 AS "sizeBytes", label
FROM files WHERE workspace_id = $1 AND output_id = $2 ORDER BY position`;
