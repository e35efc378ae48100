import type { OutputsSubmitted } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { KnownSubmission, StoredAnswer } from '../../domain/submissions/replay.ts';
import type { KnownFound, KnownQuery } from '../../use-cases/submissions/known-query.ts';

// A key is good for 24 hours. Source: the interface.
const FIND_KNOWN = `
  SELECT workspace_id, id, fingerprint, is_sync, lease_until, answer,
    deleted_at IS NOT NULL AS is_deleted,
    coalesce(token_id = $3 AND idempotency_key = $4, false) AS is_by_key
  FROM submissions
  WHERE (workspace_id = $1 AND id = $2)
    OR (token_id = $3 AND idempotency_key = $4 AND accepted_at > now() - interval '24 hours')
  ORDER BY is_by_key DESC
  LIMIT 1`;

interface KnownRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly is_sync: boolean;
  readonly lease_until: Date | null;
  readonly answer: StoredAnswer | null;
  readonly is_deleted: boolean;
  readonly is_by_key: boolean;
}

/** Finds the submission that a request repeats, by its Idempotency-Key first, else by its id. */
export async function findKnown(client: SqlClient, wanted: KnownQuery): Promise<KnownFound | null> {
  const { rows } = await client.query<KnownRow>({
    name: 'find-known-submission',
    text: FIND_KNOWN,
    values: [wanted.workspaceId, wanted.id, wanted.tokenId, wanted.idempotencyKey],
  });
  const [row] = rows;
  if (!row) return null;
  return { known: toKnown(row), by: row.is_by_key ? 'idempotency-key' : 'id' };
}

/** Whether an output with this id was accepted and not deleted. */
export async function existsUndeleted(
  client: SqlClient,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'exists-submission',
    text: 'SELECT FROM submissions WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL',
    values: [workspaceId, id],
  });
  return rows.length > 0;
}

/** The event of a submission as it was sent; null where its body is gone. */
export async function readSubmittedEvent(
  client: SqlClient,
  key: { readonly workspaceId: string; readonly id: string },
): Promise<OutputsSubmitted | null> {
  const { rows } = await client.query<{ body: string | null }>({
    name: 'read-submitted-event',
    text: 'SELECT body FROM submissions WHERE workspace_id = $1 AND id = $2',
    values: [key.workspaceId, key.id],
  });
  const body = rows[0]?.body ?? null;
  return body === null ? null : (JSON.parse(body) as OutputsSubmitted);
}

/** Keeps the answer to a sync submission for its repeats. The first one stays. */
export async function storeAnswer(
  client: SqlClient,
  key: { readonly workspaceId: string; readonly id: string },
  answer: StoredAnswer,
): Promise<void> {
  await client.query({
    name: 'store-submission-answer',
    text: `UPDATE submissions SET answer = $3
           WHERE workspace_id = $1 AND id = $2 AND answer IS NULL AND deleted_at IS NULL`,
    values: [key.workspaceId, key.id, JSON.stringify(answer)],
  });
}

function toKnown(row: KnownRow): KnownSubmission {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    fingerprint: row.fingerprint,
    isSync: row.is_sync,
    leaseUntil: row.lease_until,
    answer: row.answer,
    isDeleted: row.is_deleted,
  };
}
