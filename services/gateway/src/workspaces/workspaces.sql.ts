import { type Role, type WorkspacesChanged, workspacesChanged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { SqlClient, Transaction } from '@output-review/runtime';
import type { Tx } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';

/**
 * Locks a workspace until the end of the transaction, so that its changes run one after the other. Requests that only
 * read it continue, as do submissions.
 *
 * @throws AppError NOT_FOUND if it no longer exists.
 */
export async function holdWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  const { rows } = await tx.query(
    'SELECT FROM workspaces WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [workspaceId],
  );
  if (rows.length === 0) throw new AppError('NOT_FOUND', 'This workspace no longer exists.');
}

/**
 * Publishes a workspace as it is at this point of the transaction: after its creation and after each change, which must
 * raise its version.
 *
 * @returns the published state.
 */
export async function publishWorkspace(
  tx: Tx,
  workspaceId: string,
  at: Date,
): Promise<WorkspacesChanged> {
  const data = await readWorkspace(tx, workspaceId);
  tx.publish(workspacesChanged, { key: workspaceId, at, data });
  return data;
}

/** The published state of a workspace. @throws Error if it does not exist. */
export async function readWorkspace(
  tx: SqlClient,
  workspaceId: string,
): Promise<WorkspacesChanged> {
  const { rows } = await tx.query<WorkspacesChanged>({
    name: 'read-workspace-to-announce',
    text: READ_STATE,
    values: [workspaceId],
  });
  const [state] = rows;
  if (!state) throw new Error(`There is no workspace ${workspaceId} to publish`);
  return state;
}

// Hides the name of a workspace that is being erased.
const READ_STATE = `
SELECT id AS "workspaceId", version,
  CASE WHEN deleted_at IS NULL THEN name ELSE '' END AS name,
  tokens_may_decide AS "tokensMayDecide", allow_deadline_approval AS "allowDeadlineApproval",
  queue_decision_comments AS "queueDecisionComments", retention_days AS "retentionDays",
  deleted_at IS NOT NULL AS deleted
FROM workspaces WHERE id = $1`;

/**
 * Locks a workspace for one of its admins. Another admin may have removed or demoted the caller after the request was
 * admitted. Then nothing is changed.
 *
 * @returns its name.
 * @throws AppError NOT_FOUND if it has ended; FORBIDDEN.
 */
export async function holdAsAdmin(
  tx: Transaction,
  request: Pick<UserRequest, 'principal'>,
): Promise<string> {
  const { workspaceId } = request.principal;
  await holdWorkspace(tx, workspaceId);
  const { rows } = await tx.query<{ name: string; isAdmin: boolean }>(
    `SELECT name, EXISTS (
       SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 AND role = 'admin'
     ) AS "isAdmin"
     FROM workspaces WHERE id = $1`,
    [workspaceId, request.principal.userId],
  );
  const [found] = rows;
  if (!found) throw new Error(`Workspace ${workspaceId} is locked but has no row`);
  if (!found.isAdmin) throw new AppError('FORBIDDEN', 'You are no longer an admin.');
  return found.name;
}

/**
 * Ends a workspace: deletes its tokens, members and invitations. Its row stays until all other data is erased. Deleted
 * tokens are refused from the next request on, on every gateway, and also for rows that wait for their insert. So are
 * sessions whose user is not a member.
 */
export async function endWorkspace(tx: Transaction, workspaceId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE workspaces SET deleted_at = $2, name = '', version = version + 1 WHERE id = $1`,
    [workspaceId, at],
  );
  for (const table of ['tokens', 'members', 'invitations']) {
    await tx.query(`DELETE FROM ${table} WHERE workspace_id = $1`, [workspaceId]);
  }
}

/** Whether a deadline alone may approve outputs of the workspace. */
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

export async function nameOfWorkspace(client: SqlClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>({
    name: 'name-of-workspace',
    text: 'SELECT name FROM workspaces WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}

/** A workspace as seen by one of its members. */
export interface JoinedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The workspaces of a user, in the order of joining. */
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

/**
 * Makes a session act in another workspace from its next request on.
 *
 * @returns false if its user is not a member there.
 */
export async function switchWorkspace(
  client: SqlClient,
  token: string,
  workspaceId: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE session SET active_workspace_id = members.workspace_id
     FROM members
     WHERE session.token = $1 AND members.user_id = session."userId"
       AND members.workspace_id = $2`,
    [token, workspaceId],
  );
  return rowCount === 1;
}
