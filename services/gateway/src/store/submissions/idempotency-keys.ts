import type { SqlClient } from '@output-review/runtime';

// A statement for so many takes a fraction of the time that one may take.
const RELEASED_AT_ONCE = 10_000;

/** Frees Idempotency-Keys older than their 24 hours, so that the unique index stays small. */
export async function releaseOldKeys(client: SqlClient): Promise<void> {
  let released: number;
  do {
    const { rowCount } = await client.query(RELEASE_OLD, [RELEASED_AT_ONCE]);
    released = rowCount ?? 0;
  } while (released === RELEASED_AT_ONCE);
}

const RELEASE_OLD = `
WITH old AS (
  SELECT workspace_id, id FROM submissions
  WHERE idempotency_key IS NOT NULL AND accepted_at <= now() - interval '24 hours'
  LIMIT $1
)
UPDATE submissions AS s SET idempotency_key = NULL FROM old
WHERE (s.workspace_id, s.id) = (old.workspace_id, old.id)`;

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
