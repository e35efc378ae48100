import type { SqlClient } from '@output-review/runtime';

import type { ClaimKey } from '../../use-cases/claims/claim-store.ts';

/** What was reserved for the uploads that a claim has and that are not consumed. */
export async function sumReserved(
  tx: SqlClient,
  { workspaceId, outputId, attempt }: ClaimKey,
): Promise<number> {
  const { rows } = await tx.query<{ readonly bytes: number }>(SUM, [
    workspaceId,
    outputId,
    attempt,
  ]);
  return rows[0]?.bytes ?? 0;
}

const SUM = `
SELECT coalesce(sum(reserved_bytes), 0)::float8 AS bytes FROM uploads
WHERE workspace_id = $1 AND claimed_output_id = $2 AND claimed_attempt = $3
  AND consumed_at IS NULL`;
