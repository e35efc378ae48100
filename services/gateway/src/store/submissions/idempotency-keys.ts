import type { SqlClient } from '@output-review/runtime';

/** Frees Idempotency-Keys older than their 24 hours, so that the unique index stays small. */
export async function releaseOldKeys(client: SqlClient): Promise<void> {
  await client.query(
    `UPDATE submissions SET idempotency_key = NULL
     WHERE idempotency_key IS NOT NULL AND accepted_at <= now() - interval '24 hours'`,
  );
}

/** Frees one key where it is older than its 24 hours, for a submission that wants it now. */
export async function releaseOldKey(
  client: SqlClient,
  tokenId: string,
  key: string,
): Promise<void> {
  await client.query({
    name: 'release-idempotency-key',
    text: `UPDATE submissions SET idempotency_key = NULL
           WHERE token_id = $1 AND idempotency_key = $2
             AND accepted_at <= now() - interval '24 hours'`,
    values: [tokenId, key],
  });
}
