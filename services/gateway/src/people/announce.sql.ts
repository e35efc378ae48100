import { type PeopleChanged, peopleChanged } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import type { Tx } from '@output-review/shared-kernel';

/**
 * Publishes all people and groups of a workspace as they are at this point of the transaction. Called after each
 * change.
 */
export async function publishPeople(tx: Tx, workspaceId: string, at: Date): Promise<PeopleChanged> {
  const data = await raisePeople(tx, workspaceId);
  tx.publish(peopleChanged, { key: workspaceId, at, data });
  return data;
}

/**
 * The same without publishing, with a new version. Raising the version locks the workspace, so a later version comes
 * from a later commit. @throws Error if there is no such workspace.
 */
export async function raisePeople(tx: Transaction, workspaceId: string): Promise<PeopleChanged> {
  await tx.query(RAISE, [workspaceId]);
  const { rows } = await tx.query<PeopleChanged>(READ_STATE, [workspaceId]);
  const [state] = rows;
  if (!state) throw new Error(`There is no workspace ${workspaceId} to publish`);
  return state;
}

/** Publishes some workspaces whose members changed without being published. @returns their number. */
export async function publishUnpublished(tx: Tx, at: Date): Promise<number> {
  const { rows } = await tx.query<{ readonly id: string }>(LIST_UNPUBLISHED, [UNPUBLISHED_MAX]);
  for (const { id } of rows) await publishPeople(tx, id, at);
  return rows.length;
}

// Limits how many rows are locked at once.
const UNPUBLISHED_MAX = 20;

const MEMBERS_SUM = `(
  SELECT encode(sha256(convert_to(coalesce(string_agg(user_id || ' ' || role, ',' ORDER BY user_id), ''), 'UTF8')), 'hex')
  FROM members
  WHERE members.workspace_id = workspaces.id
)`;

const RAISE = `
UPDATE workspaces SET people_version = people_version + 1, people_told = ${MEMBERS_SUM}
WHERE id = $1`;

const LIST_UNPUBLISHED = `
SELECT id FROM workspaces
WHERE deleted_at IS NULL AND people_told IS DISTINCT FROM ${MEMBERS_SUM}
LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`;

const READ_STATE = `
SELECT id AS "workspaceId", people_version AS version,
  (
    SELECT coalesce(json_agg(json_build_object('userId', user_id, 'name', "user".name, 'role', role)
      ORDER BY user_id), '[]')
    FROM members JOIN "user" ON "user".id = members.user_id
    WHERE members.workspace_id = workspaces.id
  ) AS people,
  (
    SELECT coalesce(json_agg(json_build_object('id', groups.id, 'name', groups.name, 'userIds', ARRAY(
      SELECT user_id FROM group_members
      WHERE group_members.workspace_id = groups.workspace_id AND group_id = groups.id ORDER BY user_id
    )) ORDER BY groups.id), '[]')
    FROM groups WHERE groups.workspace_id = workspaces.id
  ) AS groups
FROM workspaces WHERE id = $1`;
