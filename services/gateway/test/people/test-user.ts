import type { Role } from '@output-review/contracts';
import { type ApiClient, makeApiClient, quickHasher } from '@output-review/runtime/testing';
import type { Pool } from 'pg';

export const PASSWORD = 'correct horse battery staple';

interface WithSql {
  readonly sql: Pick<Pool, 'query'>;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
}

/** Adds a user with PASSWORD, without a workspace. */
export async function addUser(system: WithSql, name: string): Promise<TestUser> {
  const email = `${name}@example.com`;
  const password = await quickHasher.hash(PASSWORD);
  await system.sql.query(
    `INSERT INTO "user" (id, name, email, "emailVerified") VALUES ($1, $1, $2, true)`,
    [name, email],
  );
  await system.sql.query(
    `INSERT INTO account (id, "accountId", "providerId", "userId", password, "updatedAt")
     VALUES ($1, $1, 'credential', $1, $2, now())`,
    [name, password],
  );
  return { id: name, email };
}

/** Makes a user a member of a workspace, and creates the workspace if it does not exist. */
export async function join(
  system: WithSql,
  { id }: TestUser,
  { workspaceId, role }: { readonly workspaceId: string; readonly role: Role },
): Promise<void> {
  await system.sql.query(
    `INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, now()) ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await system.sql.query(
    `INSERT INTO members (workspace_id, user_id, role, created_at)
     VALUES ($1, $2, $3, clock_timestamp())`,
    [workspaceId, id, role],
  );
}

/** A client that has signed in as a user, from our own page. */
export async function signInAs(
  { gateway: { publicUrl: url } }: { readonly gateway: { readonly publicUrl: string } },
  { email }: Pick<TestUser, 'email'>,
  password = PASSWORD,
): Promise<ApiClient> {
  const cookie = await cookieFor(url, { email, password });
  return makeApiClient(url, { cookie, origin: url });
}

/** Signs in and returns the cookie of the session. */
export async function cookieFor(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const answer = await makeApiClient(url).post('/api/auth/sign-in/email', { email, password });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`);
  return cookieOf(answer.headers);
}

/** The cookie that an answer sets. */
export function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
