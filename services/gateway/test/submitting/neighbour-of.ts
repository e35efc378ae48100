import type { ApiClient } from '@output-review/runtime/testing';

import type { TestGateway } from '../start-test-gateway.ts';

/** A client for an automation of another workspace. */
export async function neighbourOf({ api, sql }: TestGateway): Promise<ApiClient> {
  const token = `wh-${'n'.repeat(43)}`;
  await sql.query(`INSERT INTO workspaces (id, name, created_at) VALUES ('next', 'Next', now())`);
  await sql.query(
    `INSERT INTO tokens (id, workspace_id, hash, hint, scopes, created_at)
     VALUES ('next', 'next', sha256($1), 'nnnn', '{submit}', now())`,
    [Buffer.from(token)],
  );
  return api.with({ authorization: `Bearer ${token}` });
}
