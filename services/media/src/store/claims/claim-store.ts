import type { Database, Transaction } from '@output-review/runtime';

import type { Beginning, ClaimKey, ClaimStore } from '../../use-cases/claims/claim-store.ts';
import { refund } from '../usage/charge.ts';
import { beginClaim } from './begin-claim.ts';
import { consumeUploads, freeUploads } from './claimed-uploads.ts';
import { completeClaim } from './complete-claim.ts';
import { deleteClaims } from './delete-claims.ts';
import { giveUpFiles } from './give-up-files.ts';
import { sumReserved } from './sum-reserved.ts';

/** @param quotaBytes the operator's. */
export function makeClaimStore(db: Database, quotaBytes: number): ClaimStore {
  return {
    begin: (claim) => beginOrRollBack(db, (tx) => beginClaim(tx, claim)),
    complete: (claim, files) =>
      db.transaction((tx) => completeClaim(tx, { claim, files, quotaBytes })),
    confirm: (claim, at) => db.transaction((tx) => confirm(tx, claim, at)),
    release: (claim, at) => db.transaction((tx) => release(tx, claim, at)),
    delete: (outputs, at) => db.transaction((tx) => deleteClaims(tx, outputs, at)),
    findUnconfirmed: async (before, limit) => {
      const { rows } = await db.query<ClaimKey>(FIND_UNCONFIRMED, [before, limit]);
      return rows;
    },
  };
}

/** A claim that did not begin, as what rolls its transaction back. */
class NotBegun extends Error {
  override readonly name = 'NotBegun';
  readonly beginning: Beginning;

  constructor(beginning: Beginning) {
    super('The claim did not begin');
    this.beginning = beginning;
  }
}

async function beginOrRollBack(
  db: Database,
  begin: (tx: Transaction) => Promise<Beginning>,
): Promise<Beginning> {
  try {
    return await db.transaction(async (tx) => {
      const beginning = await begin(tx);
      if (beginning.outcome !== 'begun') throw new NotBegun(beginning);
      return beginning;
    });
  } catch (error) {
    if (error instanceof NotBegun) return error.beginning;
    throw error;
  }
}

async function confirm(tx: Transaction, claim: ClaimKey, at: Date): Promise<void> {
  const { workspaceId, outputId, attempt } = claim;
  const { rows } = await tx.query(CONFIRM, [workspaceId, outputId, attempt]);
  if (rows.length > 0) await consumeUploads(tx, claim, at);
}

async function release(tx: Transaction, claim: ClaimKey, at: Date): Promise<void> {
  const { workspaceId, outputId, attempt } = claim;
  const { rows } = await tx.query<{ readonly isComplete: boolean }>(RELEASE, [
    ...[workspaceId, outputId, attempt],
  ]);
  const [released] = rows;
  if (!released) return;
  const bytes = await giveUpFiles(tx, claim, at);
  // The copies had taken over what was reserved for the uploads.
  const reserved = released.isComplete ? await sumReserved(tx, claim) : 0;
  await freeUploads(tx, claim);
  await refund(tx, { workspaceId, bytes: bytes - reserved });
}

const CONFIRM = `
UPDATE claims SET state = 'confirmed'
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed' AND is_complete
RETURNING 1`;

const RELEASE = `
DELETE FROM claims
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed'
RETURNING is_complete AS "isComplete"`;

const FIND_UNCONFIRMED = `
SELECT workspace_id AS "workspaceId", output_id AS "outputId", attempt FROM claims
WHERE state = 'claimed' AND created_at < $1 ORDER BY created_at LIMIT $2`;
