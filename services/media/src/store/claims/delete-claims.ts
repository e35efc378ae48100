import type { Transaction } from '@output-review/runtime';

import type { ClaimKey, OutputKey } from '../../use-cases/claims/claim-store.ts';
import { refund } from '../usage/charge.ts';
import { consumeUploads, freeUploads } from './claimed-uploads.ts';
import { giveUpFiles } from './give-up-files.ts';

/** Takes outputs their files; outputs without any leave no trace. */
export async function deleteClaims(
  tx: Transaction,
  outputs: readonly OutputKey[],
  at: Date,
): Promise<void> {
  const freed = new Map<string, number>();
  for (const claim of await markDeleted(tx, outputs)) {
    if (claim.isComplete) await consumeUploads(tx, claim, at);
    else await freeUploads(tx, claim);
    const bytes = await giveUpFiles(tx, claim, at);
    freed.set(claim.workspaceId, (freed.get(claim.workspaceId) ?? 0) + bytes);
  }
  for (const workspaceId of [...freed.keys()].sort()) {
    await refund(tx, { workspaceId, bytes: freed.get(workspaceId) ?? 0 });
  }
}

interface DeletedClaim extends ClaimKey {
  readonly isComplete: boolean;
}

async function markDeleted(
  tx: Transaction,
  outputs: readonly OutputKey[],
): Promise<readonly DeletedClaim[]> {
  const { rows } = await tx.query<DeletedClaim>(MARK_DELETED, [
    outputs.map(({ workspaceId }) => workspaceId),
    outputs.map(({ outputId }) => outputId),
  ]);
  return rows;
}

// Locked in order, so that two who delete the same outputs cannot wait for each other.
const MARK_DELETED = `
WITH present AS (
  SELECT workspace_id, output_id FROM claims
  WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    AND state <> 'deleted'
  ORDER BY workspace_id, output_id FOR UPDATE
)
UPDATE claims SET state = 'deleted' FROM present
WHERE claims.workspace_id = present.workspace_id AND claims.output_id = present.output_id
RETURNING claims.workspace_id AS "workspaceId", claims.output_id AS "outputId", claims.attempt,
  claims.is_complete AS "isComplete"`;
