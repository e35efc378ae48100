import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { KnownSubmissions } from '../../use-cases/forwarding/catch-up.ts';
import { markDeleted } from './mark-deleted.ts';

interface KnownRow {
  readonly id: string;
  readonly body: string | null;
  readonly is_deleted: boolean;
}

/** What was accepted, as forwarding needs it. */
export function makeKnownSubmissions(client: SqlClient): KnownSubmissions {
  return {
    async find(workspaceId, ids) {
      const { rows } = await client.query<KnownRow>({
        name: 'find-known-submissions',
        text: `SELECT id, body, deleted_at IS NOT NULL AS is_deleted FROM submissions
               WHERE workspace_id = $1 AND id = ANY($2)`,
        values: [workspaceId, ids],
      });
      return rows.map(({ id, body, is_deleted }) => ({
        id,
        // Written by us, from the same type.
        body: body === null ? null : (JSON.parse(body) as OutputsSubmitted),
        isDeleted: is_deleted,
      }));
    },
    markDeleted: (workspaceId, ids) =>
      markDeleted(
        client,
        ids.map((id) => ({ workspaceId, id })),
      ),
  };
}
