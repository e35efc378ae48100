import type { Database, SqlClient, Transaction } from '@output-review/runtime';

import { scheduleObjectDeletion } from '../storage/object-deletions.sql.ts';
import { charge, refund } from '../usage/usage.sql.ts';
import type { ArrivedFile, ClaimKey, OutputKey } from './claims.pure.ts';

// The files of outputs and the uploads they are made of. All functions except `completeClaim` are idempotent and may
// run in any order. The objects of removed files are scheduled for deletion.

/** Values for statements whose first three parameters name a claim. */
export function claimValues({ workspaceId, outputId, attempt }: ClaimKey): string[] {
  return [workspaceId, outputId, attempt];
}

export interface Completion {
  readonly claim: ClaimKey;
  readonly files: readonly ArrivedFile[];
  /** The limit set by the operator. */
  readonly quotaBytes: number;
}

/**
 * Saves the stored files and counts them against the quota.
 *
 * @returns false if the claim can no longer be completed; nothing is saved then.
 * @throws AppError MEDIA_QUOTA_EXCEEDED
 */
export async function completeClaim(
  tx: Transaction,
  { claim, files, quotaBytes }: Completion,
): Promise<boolean> {
  const { workspaceId } = claim;
  const key = claimValues(claim);
  const { rows } = await tx.query(MARK_COMPLETE, key);
  if (rows.length === 0) return false;
  const sizes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  // The storage reserved for the uploads now counts for their copies.
  const bytes = sizes - (await sumReserved(tx, claim));
  await tx.query(FILL_FILES, [
    ...key,
    files.map(({ position }) => position),
    files.map((file) => file.key),
    files.map(({ filename }) => filename),
    files.map(({ contentType }) => contentType),
    files.map(({ sizeBytes }) => sizeBytes),
  ]);
  await charge(tx, { workspaceId, bytes, quotaBytes });
  return true;
}

/** Confirms a complete claim and marks its uploads as consumed. */
export async function confirmClaim(tx: Transaction, claim: ClaimKey, at: Date): Promise<void> {
  const key = claimValues(claim);
  const { rows } = await tx.query(CONFIRM, key);
  if (rows.length === 0) return;
  // Only their copies are needed from now on.
  const { rows: consumed } = await tx.query<Pick<GivenUp, 'objectKey'>>(CONSUME, [...key, at]);
  await scheduleObjectDeletion(
    tx,
    consumed.map(({ objectKey }) => objectKey),
    at,
  );
}

/** Undoes an unconfirmed claim of this attempt. */
export async function releaseClaim(tx: Transaction, claim: ClaimKey, at: Date): Promise<void> {
  const { workspaceId } = claim;
  const key = claimValues(claim);
  const { rows } = await tx.query<{ readonly isComplete: boolean }>(RELEASE, key);
  const [released] = rows;
  if (!released) return;
  const bytes = await giveUpFiles(tx, claim, at);
  // The copies had taken over the storage reserved for the uploads.
  const reserved = released.isComplete ? await sumReserved(tx, claim) : 0;
  await tx.query(FREE_UPLOADS, key);
  await refund(tx, { workspaceId, bytes: bytes - reserved });
}

/** Deletes the files of outputs in a few statements. Outputs without files are ignored. */
export async function deleteClaims(
  tx: Transaction,
  outputs: readonly OutputKey[],
  at: Date,
): Promise<void> {
  const keys = [
    outputs.map(({ workspaceId }) => workspaceId),
    outputs.map(({ outputId }) => outputId),
  ];
  const { rows: locked } = await tx.query(LOCK_UNDELETED, keys);
  if (locked.length === 0) return;
  await tx.query(LOCK_UPLOADS_OF_OUTPUTS, keys);
  const { rows: freed } = await tx.query<FreedRoom>(DELETE_CLAIMS, [...keys, at]);
  for (const room of freed) await refund(tx, room);
}

interface FreedRoom {
  readonly workspaceId: string;
  readonly bytes: number;
}

/** Unconfirmed claims, oldest first. */
export async function findUnconfirmed(
  db: Database,
  before: Date,
  limit: number,
): Promise<ClaimKey[]> {
  const { rows } = await db.query<ClaimKey>(FIND_UNCONFIRMED, [before, limit]);
  return rows;
}

/**
 * Deletes the file rows of an output and schedules their objects for deletion.
 *
 * @returns how many bytes they took; 0 if the claim was never complete.
 */
async function giveUpFiles(
  tx: SqlClient,
  { workspaceId, outputId }: OutputKey,
  at: Date,
): Promise<number> {
  const { rows } = await tx.query<GivenUp>(DELETE_FILES, [workspaceId, outputId]);
  await scheduleObjectDeletion(
    tx,
    rows.map(({ objectKey }) => objectKey),
    at,
  );
  return rows.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}

interface GivenUp {
  readonly objectKey: string;
  readonly sizeBytes: number | null;
}

/** The bytes reserved for the uploads of a claim that are not consumed. */
async function sumReserved(tx: SqlClient, claim: ClaimKey): Promise<number> {
  const { rows } = await tx.query<{ readonly bytes: number }>(SUM_RESERVED, claimValues(claim));
  return rows[0]?.bytes ?? 0;
}

const MARK_COMPLETE = `
UPDATE claims SET is_complete = true
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed' AND NOT is_complete
RETURNING 1`;

const FILL_FILES = `
UPDATE files SET key = arrived.key, filename = arrived.filename,
  content_type = arrived.content_type, size_bytes = arrived.size_bytes
FROM unnest($4::integer[], $5::text[], $6::text[], $7::text[], $8::bigint[])
  AS arrived (position, key, filename, content_type, size_bytes)
WHERE files.workspace_id = $1 AND files.output_id = $2 AND files.attempt = $3
  AND files.position = arrived.position`;

const CONFIRM = `
UPDATE claims SET state = 'confirmed'
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed' AND is_complete
RETURNING 1`;

const RELEASE = `
DELETE FROM claims
WHERE workspace_id = $1 AND output_id = $2 AND attempt = $3 AND state = 'claimed'
RETURNING is_complete AS "isComplete"`;

const FIND_UNCONFIRMED = `
SELECT workspace_id AS "workspaceId", output_id AS "outputId", attempt FROM claims
WHERE state = 'claimed' AND created_at < $1 ORDER BY created_at LIMIT $2`;

// Locked in the order of their keys, as by a submission that wants them.
const LOCKED_UPLOADS = `ARRAY(
  SELECT key FROM uploads
  WHERE workspace_id = $1 AND claimed_output_id = $2 AND claimed_attempt = $3
    AND consumed_at IS NULL
  ORDER BY key FOR UPDATE)`;

// Makes the uploads available to other submissions again.
const FREE_UPLOADS = `
UPDATE uploads SET claimed_output_id = NULL, claimed_attempt = NULL
WHERE key = ANY (${LOCKED_UPLOADS})`;

const CONSUME = `
UPDATE uploads SET consumed_at = $4
WHERE key = ANY (${LOCKED_UPLOADS})
RETURNING object_key AS "objectKey"`;

const DELETE_FILES = `
DELETE FROM files WHERE workspace_id = $1 AND output_id = $2
RETURNING object_key AS "objectKey", size_bytes::float8 AS "sizeBytes"`;

const SUM_RESERVED = `
SELECT coalesce(sum(reserved_bytes), 0)::float8 AS bytes FROM uploads
WHERE workspace_id = $1 AND claimed_output_id = $2 AND claimed_attempt = $3
  AND consumed_at IS NULL`;

// Locked in order, so that two calls that delete the same outputs cannot deadlock. Locked first, so that the next
// statement sees what the previous holder of a lock has committed.
const LOCK_UNDELETED = `
SELECT 1 FROM claims
WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  AND state <> 'deleted'
ORDER BY workspace_id, output_id FOR UPDATE`;

const LOCK_UPLOADS_OF_OUTPUTS = `
SELECT 1 FROM uploads
WHERE (workspace_id, claimed_output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
  AND claimed_attempt IS NOT NULL AND consumed_at IS NULL
ORDER BY key FOR UPDATE`;

// Uploads of a complete claim belong to its output. Uploads of an incomplete one become available again.
const DELETE_CLAIMS = `
WITH gone AS (
  UPDATE claims SET state = 'deleted'
  WHERE (workspace_id, output_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    AND state <> 'deleted'
  RETURNING workspace_id, output_id, attempt, is_complete
), given_up AS (
  DELETE FROM files USING gone
  WHERE files.workspace_id = gone.workspace_id AND files.output_id = gone.output_id
  RETURNING files.workspace_id, files.object_key, files.size_bytes
), consumed AS (
  UPDATE uploads SET consumed_at = $3::timestamptz FROM gone
  WHERE gone.is_complete AND uploads.workspace_id = gone.workspace_id
    AND uploads.claimed_output_id = gone.output_id AND uploads.claimed_attempt = gone.attempt
    AND uploads.consumed_at IS NULL
  RETURNING uploads.object_key
), freed AS (
  UPDATE uploads SET claimed_output_id = NULL, claimed_attempt = NULL FROM gone
  WHERE NOT gone.is_complete AND uploads.workspace_id = gone.workspace_id
    AND uploads.claimed_output_id = gone.output_id AND uploads.claimed_attempt = gone.attempt
    AND uploads.consumed_at IS NULL
), doomed AS (
  INSERT INTO doomed_objects (object_key, doomed_at)
  SELECT object_key, $3::timestamptz
  FROM (SELECT object_key FROM given_up UNION SELECT object_key FROM consumed) AS objects
  ON CONFLICT DO NOTHING
)
SELECT workspace_id AS "workspaceId", coalesce(sum(size_bytes), 0)::float8 AS bytes
FROM given_up GROUP BY workspace_id ORDER BY workspace_id`;
