import type { Transaction } from '@output-review/runtime';

import type { ArrivedFile, ClaimKey } from '../../use-cases/claims/claim-store.ts';
import { charge } from '../usage/charge.ts';
import { sumReserved } from './sum-reserved.ts';

/** @returns false where the claim is no longer there to be completed. */
export async function completeClaim(
  tx: Transaction,
  { claim, files, quotaBytes }: Completion,
): Promise<boolean> {
  const { workspaceId, outputId, attempt } = claim;
  const key = [workspaceId, outputId, attempt];
  const { rows } = await tx.query(MARK_COMPLETE, key);
  if (rows.length === 0) return false;
  const sizes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // What was reserved for the uploads is for their copies now.
  const bytes = sizes - (await sumReserved(tx, claim));
  await tx.query(FILL_FILES, [
    ...key,
    files.map(({ position }) => position),
    files.map((file) => file.key),
    files.map(({ filename }) => filename),
    files.map(({ contentType }) => contentType),
    files.map(({ sizeBytes }) => sizeBytes),
  ]);
  await charge(tx, { workspaceId, bytes, quotaBytes });
  return true;
}

interface Completion {
  readonly claim: ClaimKey;
  readonly files: readonly ArrivedFile[];
  /** The operator's. */
  readonly quotaBytes: number;
}

const MARK_COMPLETE = `
UPDATE claims SET is_complete = true
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed' AND NOT is_complete
RETURNING 1`;

const FILL_FILES = `
UPDATE files SET key = arrived.key, filename = arrived.filename,
  content_type = arrived.content_type, size_bytes = arrived.size_bytes
FROM unnest($4::integer[], $5::text[], $6::text[], $7::text[], $8::bigint[])
  AS arrived (position, key, filename, content_type, size_bytes)
WHERE files.workspace_id = $1 AND files.output_id = $2 AND files.attempt = $3
  AND files.position = arrived.position`;
