import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { KnownSubmissions } from '../../use-cases/forwarding/catch-up.ts';
import { markDeleted } from './mark-deleted.ts';

interface KnownRow {
  readonly id: string;
  readonly body_bytes: number | null;
  readonly is_deleted: boolean;
}

/** What was accepted, as forwarding needs it. */
export function makeKnownSubmissions(client: SqlClient): KnownSubmissions {
  return {
    async find(workspaceId, ids) {
      const { rows } = await client.query<KnownRow>({
        name: 'find-known-submissions',
        text: `SELECT id, octet_length(body) AS body_bytes, deleted_at IS NOT NULL AS is_deleted
               FROM submissions WHERE workspace_id = $1 AND id = ANY($2)`,
        values: [workspaceId, ids],
      });
      return rows.map(({ id, body_bytes: bodyBytes, is_deleted: isDeleted }) => ({
        ...{ id, bodyBytes, isDeleted },
      }));
    },
    async readBodies(workspaceId, ids) {
      const { rows } = await client.query<{ body: string }>({
        name: 'read-known-bodies',
        text: `SELECT body FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2) AND body IS NOT NULL`,
        values: [workspaceId, ids],
      });
      // Written by us, from the same type.
      return rows.map(({ body }) => JSON.parse(body) as OutputsSubmitted);
    },
    async markDeleted(workspaceId, ids) {
      const keys = ids.map((id) => ({ workspaceId, id }));
      return (await markDeleted(client, keys)).map(({ id }) => id);
    },
  };
}
