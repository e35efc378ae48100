import type { SqlClient } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';
import { claimColumns } from './claim-columns.ts';

/** The places in this list of those whose submission is durable and not deleted, counted from 0. */
export async function findHeld(
  client: SqlClient,
  claims: readonly FileClaim[],
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ place: number }>({
    name: 'find-held-file-claims',
    text: `SELECT asked.n::int - 1 AS place
           FROM unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY
             AS asked (workspace_id, id, attempt, n)
           JOIN submissions ON submissions.workspace_id = asked.workspace_id
             AND submissions.id = asked.id
             AND submissions.file_attempt = asked.attempt
             AND submissions.deleted_at IS NULL`,
    values: claimColumns(claims),
  });
  return new Set(rows.map(({ place }) => place));
}
