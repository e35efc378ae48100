import type { AuditOrigin, Database, SqlClient } from '@output-review/runtime';

import type { ListedInvitation } from '../../domain/people/invitation.ts';
import type { ListedMember, Member } from '../../domain/people/members.ts';
import type {
  FoundInvitation,
  Paged,
  Paging,
  PeopleChange,
  PeopleStore,
} from '../../use-cases/people/people-store.ts';
import type { AuditedChange } from '../audited-change.ts';
import { INVITATION_COLUMNS, MEMBER_COLUMNS } from './people-columns.ts';
import { PeopleTransaction } from './people-transaction.ts';
import { hashToken } from './token-lookup.ts';
import { tokensOf } from './tokens-of-members.ts';

export interface PeopleRowsDeps {
  readonly database: Database;
  readonly change: AuditedChange;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Users, members and invitations on PostgreSQL. */
export function makePeopleStore(deps: PeopleRowsDeps): PeopleStore {
  const { database, change, now } = deps;
  return {
    listMembers: (workspaceId, paging) => listMembers(database, workspaceId, paging),
    listInvitations: (workspaceId, paging) =>
      listInvitations(database, workspaceId, { ...paging, now: now() }),
    findInvitation: (token) => findInvitation(database, token, now()),
    change: <T>(origin: AuditOrigin, work: (tx: PeopleChange) => Promise<T>) =>
      change(origin, (tx, telling) => work(new PeopleTransaction(tx, telling, deps))),
  };
}

async function listMembers(
  client: SqlClient,
  workspaceId: string,
  paging: Paging,
): Promise<Paged<ListedMember>> {
  const { rows: members } = await client.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM members JOIN "user" ON "user".id = members.user_id
     WHERE members.workspace_id = $1
     ORDER BY members.created_at, members.user_id LIMIT $2 OFFSET $3`,
    [workspaceId, paging.limit, offsetOf(paging)],
  );
  const { rows } = await client.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM members WHERE workspace_id = $1',
    [workspaceId],
  );
  const userIds = members.map(({ userId }) => userId);
  const tokens = await tokensOf(client, workspaceId, userIds);
  const items = members.map((member) => ({
    ...member,
    tokens: tokens.filter(({ userId }) => userId === member.userId).map(({ token }) => token),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

async function listInvitations(
  client: SqlClient,
  workspaceId: string,
  { now, ...paging }: Paging & { readonly now: Date },
): Promise<Paged<ListedInvitation>> {
  const { rows: items } = await client.query<ListedInvitation>(
    `SELECT ${INVITATION_COLUMNS}, "user".email AS "createdBy"
     FROM invitations JOIN "user" ON "user".id = invitations.created_by
     WHERE invitations.workspace_id = $1 AND invitations.expires_at > $2
     ORDER BY invitations.created_at DESC, invitations.id DESC LIMIT $3 OFFSET $4`,
    [workspaceId, now, paging.limit, offsetOf(paging)],
  );
  const { rows } = await client.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM invitations WHERE workspace_id = $1 AND expires_at > $2',
    [workspaceId, now],
  );
  return { items, total: rows[0]?.total ?? 0 };
}

async function findInvitation(
  client: SqlClient,
  token: string,
  now: Date,
): Promise<FoundInvitation | null> {
  const { rows } = await client.query<FoundInvitation>(
    `SELECT ${INVITATION_COLUMNS}, workspaces.name AS "workspaceName"
     FROM invitations JOIN workspaces ON workspaces.id = invitations.workspace_id
     WHERE invitations.hash = $1 AND invitations.expires_at > $2`,
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}

function offsetOf({ page, limit }: Paging): number {
  return (page - 1) * limit;
}
