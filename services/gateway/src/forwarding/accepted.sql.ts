import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** A submission that was accepted and has not been deleted. */
export interface AcceptedOutput {
  readonly id: string;
  /** Size of the published JSON; null once review has confirmed that it stores the output. */
  readonly bodyBytes: number | null;
}

/** Omits IDs that were never accepted or are deleted. */
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

/** The published events of these outputs; omits those whose body was dropped. */
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
  // The gateway wrote the body from this type.
  return rows.map(({ body }) => JSON.parse(body) as OutputsSubmitted);
}
