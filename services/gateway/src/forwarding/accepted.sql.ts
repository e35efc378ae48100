import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** A submission that the gateway has accepted. */
export interface AcceptedOutput {
  readonly id: string;
  /**
   * How much was published, as JSON; null once review has confirmed that it holds it, and after a
   * deletion.
   */
  readonly bodyBytes: number | null;
  readonly isDeleted: boolean;
}

interface AcceptedRow {
  readonly id: string;
  readonly body_bytes: number | null;
  readonly is_deleted: boolean;
}

/** Ids that were never accepted are left out. */
export async function findAccepted(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly AcceptedOutput[]> {
  const { rows } = await db.query<AcceptedRow>({
    name: 'find-known-submissions',
    text: `SELECT id, octet_length(body) AS body_bytes, deleted_at IS NOT NULL AS is_deleted
               FROM submissions WHERE workspace_id = $1 AND id = ANY($2)`,
    values: [workspaceId, ids],
  });
  return rows.map(({ id, body_bytes: bodyBytes, is_deleted: isDeleted }) => ({
    ...{ id, bodyBytes, isDeleted },
  }));
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
