import type { FileClaimState } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';
import { claimColumns } from './claim-columns.ts';
import { findHeld } from './find-held.ts';

// In one order, as inserts lock them.
const END_DEAD = `
  WITH dead AS (
    SELECT workspace_id, id FROM file_reservations
    JOIN unnest($1::text[], $2::text[], $3::uuid[]) AS asked (workspace_id, id, attempt)
      USING (workspace_id, id, attempt)
    WHERE lease_until <= clock_timestamp()
    ORDER BY workspace_id, id FOR UPDATE OF file_reservations
  )
  DELETE FROM file_reservations USING dead
  WHERE file_reservations.workspace_id = dead.workspace_id AND file_reservations.id = dead.id`;

const FIND_OPEN = `
  SELECT n::int - 1 AS place FROM file_reservations
  JOIN unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY
    AS asked (workspace_id, id, attempt, n) USING (workspace_id, id, attempt)`;

/**
 * Tells what became of attempts, in their order, and ends those whose time is over: `gone` is final.
 *
 * Three statements, and their order matters: an insert needs its reservation and holds it until the
 * commit. So an attempt that has none any more is either found by the last one, or never comes in.
 */
export async function settleFileClaims(
  client: SqlClient,
  claims: readonly FileClaim[],
): Promise<FileClaimState[]> {
  const values = claimColumns(claims);
  await client.query({ name: 'end-dead-file-reservations', text: END_DEAD, values });
  const { rows } = await client.query<{ place: number }>({
    name: 'find-open-file-reservations',
    text: FIND_OPEN,
    values,
  });
  const open = new Set(rows.map(({ place }) => place));
  const held = await findHeld(client, claims);
  return claims.map((_claim, place) => {
    if (held.has(place)) return 'held';
    return open.has(place) ? 'open' : 'gone';
  });
}
