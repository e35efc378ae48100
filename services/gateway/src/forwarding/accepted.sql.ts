import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** A submission that the gateway has accepted and nobody has deleted. */
export interface AcceptedOutput {
  readonly id: string;
  /** How much was published, as JSON; null once review has confirmed that it holds it. */
  readonly bodyBytes: number | null;
}

/** Ids that were never accepted, or are deleted, are left out. */
export async function findAccepted(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly AcceptedOutput[]> {
  const { rows } = await db.query<AcceptedOutput>({
    name: 'find-known-submissions',
    text: `SELECT id, octet_length(body) AS "bodyBytes" FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2) AND deleted_at IS NULL`,
    values: [workspaceId, ids],
  });
  return rows;
}

/** What was published of these; those whose body is gone are left out. */
export async function readBodies(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly OutputsSubmitted[]> {
  const { rows } = await db.query<{ body: string }>({
    name: 'read-known-bodies',
    text: `SELECT body FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2) AND body IS NOT NULL`,
    values: [workspaceId, ids],
  });
  // Written by us, from the same type.
  return rows.map(({ body }) => JSON.parse(body) as OutputsSubmitted);
}
