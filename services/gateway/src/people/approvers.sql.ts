import type { AnswerOf, BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { normalEmail } from './people.pure.ts';

type Operation = typeof INTERNAL_OPERATIONS.findApprovers;

interface Approver {
  readonly userId: string;
  readonly email: string;
  readonly isManager: boolean;
}

/** Users who may decide outputs of a workspace, also by group, and creators of the tokens that submitted `ids`. */
export async function approversOf(
  client: SqlClient,
  { workspaceId, ids, groupIds = [] }: BodyOf<Operation>,
): Promise<AnswerOf<Operation>> {
  const { rows: people } = await client.query<Approver>(
    `SELECT user_id AS "userId", email, role IN ('manager', 'admin') AS "isManager"
     FROM members JOIN "user" ON "user".id = members.user_id
     WHERE workspace_id = $1 AND role <> 'viewer'`,
    [workspaceId],
  );
  const { rows: submitters } = await client.query<{ id: string; userId: string }>(
    `SELECT submissions.id, tokens.created_by AS "userId"
     FROM submissions JOIN tokens ON tokens.id = submissions.token_id
     WHERE submissions.workspace_id = $1 AND submissions.id = ANY ($2)
       AND tokens.created_by IS NOT NULL`,
    [workspaceId, ids],
  );
  const groups = groupIds.length === 0 ? [] : await approvingGroups(client, workspaceId, groupIds);
  return {
    userIds: people.map(({ userId }) => userId),
    managerIds: people.flatMap(({ userId, isManager }) => (isManager ? userId : [])),
    submitters,
    groups,
    emails: groupIds.length === 0 ? [] : people.map(({ userId, email }) => ({ userId, email })),
  };
}

interface ApprovingGroup {
  readonly id: string;
  readonly userIds: string[];
}

async function approvingGroups(
  client: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<ApprovingGroup[]> {
  const { rows } = await client.query<ApprovingGroup>(
    `SELECT id, ARRAY(
       SELECT user_id FROM group_members JOIN members USING (workspace_id, user_id)
       WHERE workspace_id = groups.workspace_id AND group_id = groups.id AND role <> 'viewer'
     ) AS "userIds"
     FROM groups WHERE workspace_id = $1 AND id = ANY ($2)`,
    [workspaceId, ids],
  );
  return rows;
}

interface WantedGroup {
  readonly workspaceId: string;
  readonly groupId: string;
  /** Members who may not approve. */
  readonly barred: readonly string[];
  /** Minimum number of members who may approve. */
  readonly least?: number;
}

/** Why a group cannot be asked for an approval; null if it can. */
export async function groupFault(
  client: SqlClient,
  { workspaceId, groupId, barred, least = 1 }: WantedGroup,
): Promise<string | null> {
  const [group] = await approvingGroups(client, workspaceId, [groupId]);
  if (!group) return 'There is no group with this ID.';
  const may = group.userIds.filter((userId) => !barred.includes(userId));
  if (may.length >= least) return null;
  const why = barred.length > 0 ? ' who have not submitted the output' : '';
  return (
    `This group has too few members: ${may.length} reviewers${why}, at least ${least} needed. ` +
    'Add people to the group, or choose another one.'
  );
}

/** The user who created a token, and the user whose email is the actor's ID. */
export async function submittersOf(
  client: SqlClient,
  { tokenId, actorId }: { readonly tokenId: string; readonly actorId: string | null },
): Promise<string[]> {
  const { rows } = await client.query<{ userId: string }>(
    `SELECT created_by AS "userId" FROM tokens WHERE id = $1 AND created_by IS NOT NULL
     UNION SELECT id FROM "user" WHERE email = $2`,
    [tokenId, actorId === null ? null : normalEmail(actorId.trim())],
  );
  return rows.map(({ userId }) => userId);
}
