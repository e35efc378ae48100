import { outputKey } from '@output-review/contracts';
import { type SqlClient, textArray } from '@output-review/runtime';
import type { SealedColumn } from '@output-review/shared-kernel';

import type { KnownFound, KnownQuery, KnownSubmission, StoredAnswer } from './replay.pure.ts';

/** Identifies an output. */
export interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

// A key is valid for 24 hours. Source: the interface.
const FIND_KNOWN = `
  SELECT wanted.place, known.*
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
    AS wanted (workspace_id, id, token_id, idempotency_key, place)
  CROSS JOIN LATERAL (
    SELECT s.workspace_id AS "workspaceId", s.id, s.fingerprint, s.is_sync AS "isSync",
      s.lease_until AS "leaseUntil", s.answer, s.deleted_at IS NOT NULL AS "isDeleted",
      coalesce(s.token_id = wanted.token_id AND s.idempotency_key = wanted.idempotency_key, false)
        AS "isByKey"
    FROM (
      SELECT * FROM submissions
      WHERE workspace_id = wanted.workspace_id AND id = wanted.id
      UNION ALL
      SELECT * FROM submissions
      WHERE token_id = wanted.token_id AND idempotency_key = wanted.idempotency_key
        AND accepted_at > now() - interval '24 hours'
    ) AS s
    ORDER BY "isByKey" DESC
    LIMIT 1
  ) AS known`;

interface KnownRow extends KnownSubmission {
  /** The position of the query, from 1. */
  readonly place: string;
  readonly isByKey: boolean;
}

/** Finds the submission that each request repeats, by its Idempotency-Key first, otherwise by its ID. */
export async function findAllKnown(
  client: SqlClient,
  wanted: readonly KnownQuery[],
): Promise<readonly (KnownFound | null)[]> {
  const { rows } = await client.query<KnownRow>({
    name: 'find-repeated-submissions',
    text: FIND_KNOWN,
    values: [
      textArray(wanted.map(({ workspaceId }) => workspaceId)),
      textArray(wanted.map(({ id }) => id)),
      textArray(wanted.map(({ tokenId }) => tokenId)),
      textArray(wanted.map(({ idempotencyKey }) => idempotencyKey)),
    ],
  });
  const found = new Map(
    rows.map(({ place, isByKey, ...known }): [number, KnownFound] => [
      Number(place),
      { known, by: isByKey ? 'idempotency-key' : 'id' },
    ]),
  );
  return wanted.map((_, index) => found.get(index + 1) ?? null);
}

export async function findKnown(client: SqlClient, wanted: KnownQuery): Promise<KnownFound | null> {
  const [found = null] = await findAllKnown(client, [wanted]);
  return found;
}

/** Stores the answer to a sync submission for its repeats. The first one stays. */
export async function storeAnswer(
  client: SqlClient,
  key: OutputKey,
  answer: StoredAnswer,
): Promise<void> {
  await client.query({
    name: 'store-submission-answer',
    text: `UPDATE submissions SET answer = $3
           WHERE workspace_id = $1 AND id = $2 AND answer IS NULL AND deleted_at IS NULL`,
    values: [key.workspaceId, key.id, JSON.stringify(answer)],
  });
}

/** Whether a token is still valid. */
export async function isTokenAlive(client: SqlClient, tokenId: string): Promise<boolean> {
  const { rows } = await client.query({
    name: 'is-token-alive',
    text: `SELECT FROM tokens
           WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    values: [tokenId],
  });
  return rows.length > 0;
}

// A statement for this many takes a fraction of the time that one may take.
const RELEASED_AT_ONCE = 10_000;

/** Releases Idempotency-Keys older than 24 hours, so that the unique index stays small. */
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
  ORDER BY accepted_at LIMIT $1
)
UPDATE submissions AS s SET idempotency_key = NULL FROM old
WHERE (s.workspace_id, s.id) = (old.workspace_id, old.id)`;

/** Releases one key if it is older than 24 hours, for a submission that needs it now. */
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

/** Whether this token submitted an output. */
export async function isSubmittedBy(
  client: SqlClient,
  { workspaceId, id, tokenId }: OutputKey & { readonly tokenId: string },
): Promise<boolean> {
  const { rows } = await client.query({
    name: 'find-submitter',
    text: 'SELECT FROM submissions WHERE workspace_id = $1 AND id = $2 AND token_id = $3',
    values: [workspaceId, id, tokenId],
  });
  return rows.length > 0;
}

/** Statements that change several submissions lock them in this order, so that no two deadlock. */
export function inKeyOrder(keys: readonly OutputKey[]): OutputKey[] {
  return keys.toSorted((one, other) => (outputKey(one) < outputKey(other) ? -1 : 1));
}

/**
 * Marks outputs as deleted: their texts are removed, and their IDs are never used again. Idempotent.
 *
 * @returns those of them that have files.
 */
export async function markDeleted(
  client: SqlClient,
  gone: readonly OutputKey[],
): Promise<readonly OutputKey[]> {
  const keys = inKeyOrder(gone);
  const { rows } = await client.query<MarkedRow>({
    name: 'mark-submissions-deleted',
    text: `UPDATE submissions
           SET deleted_at = coalesce(submissions.deleted_at, now()), body = NULL, answer = NULL
           FROM unnest($1::text[], $2::text[]) AS gone (workspace_id, id)
           WHERE submissions.workspace_id = gone.workspace_id AND submissions.id = gone.id
           RETURNING submissions.workspace_id AS "workspaceId", submissions.id,
             submissions.file_attempt IS NOT NULL AS "hasFiles"`,
    values: [keys.map((key) => key.workspaceId), keys.map((key) => key.id)],
  });
  return rows.flatMap(({ hasFiles, ...key }) => (hasFiles ? [key] : []));
}

interface MarkedRow extends OutputKey {
  readonly hasFiles: boolean;
}

/** Callback URLs in the bodies of submissions that review has not confirmed yet. */
export const SEALED_CALLBACK_URLS: SealedColumn = {
  what: 'callback URLs of submissions',
  table: 'submissions',
  key: ['workspace_id', 'id'],
  column: 'body',
  // Parses only bodies that contain one, because the metadata of a caller may have a field of that name.
  sealed: `CASE WHEN position('"callbackUrlSealed":"v1.' IN body) > 0
    THEN body::json ->> 'callbackUrlSealed' END`,
  condition: 'body IS NOT NULL',
};
