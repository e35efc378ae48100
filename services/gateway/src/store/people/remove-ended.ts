import type { SqlClient } from '@output-review/runtime';

/** Removes sessions, links and wrong passwords that are over: nobody else takes them away. */
export async function removeEnded(client: SqlClient, now: Date): Promise<void> {
  for (const table of ['session', 'verification']) {
    await client.query(`DELETE FROM ${table} WHERE "expiresAt" <= $1`, [now]);
  }
  await client.query('DELETE FROM invitations WHERE expires_at <= $1', [now]);
  await client.query(`DELETE FROM sign_in_tries WHERE at < now() - interval '1 hour'`);
}
