import type { SqlClient } from '@output-review/runtime';

/** Whether outputs of the workspace may be approved by nothing but their deadline. */
export async function allowsDeadlineApproval(
  client: SqlClient,
  workspaceId: string,
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'allows-deadline-approval',
    text: 'SELECT FROM workspaces WHERE id = $1 AND allow_deadline_approval',
    values: [workspaceId],
  });
  return rows.length > 0;
}
