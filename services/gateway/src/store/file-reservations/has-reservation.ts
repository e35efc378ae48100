import type { SqlClient } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';

/** Whether the id is still kept for this attempt. */
export async function hasReservation(
  client: SqlClient,
  { workspaceId, outputId, attempt }: FileClaim,
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'has-file-reservation',
    text: 'SELECT FROM file_reservations WHERE workspace_id = $1 AND id = $2 AND attempt = $3',
    values: [workspaceId, outputId, attempt],
  });
  return rows.length > 0;
}
