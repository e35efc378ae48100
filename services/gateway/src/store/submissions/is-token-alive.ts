import type { SqlClient } from '@output-review/runtime';

/** Whether a token would still be let in. */
export async function isTokenAlive(client: SqlClient, tokenId: string): Promise<boolean> {
  const { rows } = await client.query({
    name: 'is-token-alive',
    text: `SELECT FROM tokens
           WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    values: [tokenId],
  });
  return rows.length > 0;
}
