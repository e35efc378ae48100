import type { SqlClient } from '@output-review/runtime';

import type { MemberToken } from '../../domain/people/members.ts';

interface Row extends MemberToken {
  readonly userId: string;
}

/** The tokens that users made in a workspace and nobody has revoked, oldest first. */
export async function tokensOf(
  client: SqlClient,
  workspaceId: string,
  userIds: readonly string[],
): Promise<readonly { readonly userId: string; readonly token: MemberToken }[]> {
  const { rows } = await client.query<Row>(
    `SELECT id, name, hint, scopes, last_used_at AS "lastUsedAt", created_by AS "userId"
     FROM tokens
     WHERE workspace_id = $1 AND created_by = ANY ($2) AND revoked_at IS NULL
     ORDER BY created_at, id`,
    [workspaceId, userIds],
  );
  return rows.map(({ userId, ...token }) => ({ userId, token }));
}
