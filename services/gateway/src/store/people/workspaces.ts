import type { SqlClient } from '@output-review/runtime';
import type { JoinedWorkspace } from '../../use-cases/people/people-store.ts';

import type { KnownSettings, KnownWorkspace } from '../../use-cases/settings/workspace-settings.ts';

export async function nameOfWorkspace(client: SqlClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>({
    name: 'name-of-workspace',
    text: 'SELECT name FROM workspaces WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}

/** A workspace and its token, of which no more than a hint is kept; null where there is no such one. */
export async function findWorkspace(client: SqlClient, id: string): Promise<KnownWorkspace | null> {
  const { rows } = await client.query<KnownSettings & Omit<KnownWorkspace, 'settings'>>({
    name: 'find-workspace',
    text: `SELECT workspaces.name AS "workspaceName", tokens_may_decide AS "tokensMayDecide",
             allow_deadline_approval AS "allowDeadlineApproval",
             queue_decision_comments AS "queueDecisionComments",
             retention_days AS "retentionDays", tokens.hint AS "tokenHint",
             tokens.last_used_at AS "tokenLastUsedAt"
           FROM workspaces LEFT JOIN tokens ON tokens.workspace_id = workspaces.id
             AND tokens.name IS NULL AND tokens.revoked_at IS NULL
           WHERE workspaces.id = $1`,
    values: [id],
  });
  if (!rows[0]) return null;
  const { tokenHint, tokenLastUsedAt, ...settings } = rows[0];
  return { tokenHint, tokenLastUsedAt, settings };
}

/** The workspaces of a user, in the order in which they were joined. */
export async function workspacesOf(
  client: SqlClient,
  userId: string,
): Promise<readonly JoinedWorkspace[]> {
  const { rows } = await client.query<JoinedWorkspace>(
    `SELECT workspaces.id, workspaces.name, members.role
     FROM members JOIN workspaces ON workspaces.id = members.workspace_id
     WHERE members.user_id = $1 ORDER BY members.created_at, workspaces.id`,
    [userId],
  );
  return rows;
}
