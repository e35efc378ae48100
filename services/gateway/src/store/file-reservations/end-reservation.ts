import type { SqlClient } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';

/** Ends an attempt: from then on its submission does not come in, unless it has already. */
export async function endReservation(
  client: SqlClient,
  { workspaceId, outputId, attempt }: FileClaim,
): Promise<void> {
  await client.query({
    name: 'end-file-reservation',
    text: 'DELETE FROM file_reservations WHERE workspace_id = $1 AND id = $2 AND attempt = $3',
    values: [workspaceId, outputId, attempt],
  });
}
