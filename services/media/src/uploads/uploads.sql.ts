import { FILE_BYTES_MAX } from '@output-review/contracts';
import type { SqlClient, Transaction } from '@output-review/runtime';

import { type NewUpload, type StoredBytes, uploadConsumed } from '../claims/claims.pure.ts';
import { forgottenKey, hasKey } from '../claims/find-media.sql.ts';
import { scheduleObjectDeletion } from '../storage/object-deletions.sql.ts';
import { charge, refund } from '../usage/usage.sql.ts';
import { noSuchUpload } from './uploads.pure.ts';

/**
 * Creates an upload and reserves its declared size, or the maximum.
 *
 * @param quotaBytes the limit set by the operator.
 * @throws AppError MEDIA_QUOTA_EXCEEDED.
 */
export async function insertUpload(
  tx: Transaction,
  upload: NewUpload,
  quotaBytes: number,
): Promise<void> {
  const { workspaceId, key, objectKey, filename, contentType, sizeBytes } = upload;
  const reserved = sizeBytes ?? FILE_BYTES_MAX;
  await charge(tx, { workspaceId, bytes: reserved, quotaBytes });
  const values = [key, workspaceId, objectKey, filename, contentType, sizeBytes];
  await tx.query(CREATE, [...values, reserved, upload.createdAt]);
}

/** An object that becomes the bytes of an upload. */
export interface PlacedBytes extends StoredBytes {
  readonly key: string;
  readonly objectKey: string;
}

/**
 * Makes an object the bytes of an upload. Store it under a new key first, so that incomplete bytes are never visible
 * and a concurrent claim sees either the old or the new bytes. Delete it if this throws.
 *
 * @param quotaBytes the limit set by the operator.
 * @returns the key of the replaced object, which the caller deletes.
 * @throws AppError NOT_FOUND; UPLOAD_CONSUMED if a submission has claimed it; MEDIA_QUOTA_EXCEEDED.
 */
export async function recordStored(
  tx: Transaction,
  { key, objectKey, sizeBytes, contentType }: PlacedBytes,
  quotaBytes: number,
): Promise<string> {
  const { rows } = await tx.query<LockedRow>(LOCK, [key]);
  const [upload] = rows;
  if (!upload) throw noSuchUpload();
  if (upload.isClaimed) throw uploadConsumed();
  const { workspaceId, reservedBytes } = upload;
  await charge(tx, { workspaceId, bytes: sizeBytes - reservedBytes, quotaBytes });
  await tx.query(RECORD_STORED, [key, objectKey, contentType, sizeBytes]);
  return upload.objectKey;
}

/** Whether an object is the bytes of an upload. Waits for a transaction that is replacing them. */
export async function isStoredAt(
  tx: Transaction,
  key: string,
  objectKey: string,
): Promise<boolean> {
  const { rows } = await tx.query<LockedRow>(LOCK, [key]);
  return rows[0]?.objectKey === objectKey;
}

// Bounds how long the usage rows stay locked.
const FORGOTTEN_MAX = 500;

/** Deletes a batch of unused uploads. @returns how many. */
export async function forgetUploads(tx: Transaction, before: Date, at: Date): Promise<number> {
  const { rows } = await tx.query<ForgottenRow>(FORGET_UNUSED, [before, FORGOTTEN_MAX]);
  for (const [workspaceId, bytes] of sumByWorkspace(rows)) {
    await refund(tx, { workspaceId, bytes });
  }
  const objectKeys = rows.map(({ objectKey }) => objectKey);
  await scheduleObjectDeletion(tx, objectKeys, at);
  return rows.length;
}

/** Forgets the names of a batch of consumed uploads; only their hashed keys are still needed. @returns how many. */
export async function forgetNames(db: SqlClient): Promise<number> {
  return (await db.query(FORGET_NAMES, [FORGOTTEN_MAX])).rows.length;
}

/** Ordered, so that two sweepers cannot deadlock. */
function sumByWorkspace(rows: readonly ForgottenRow[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { workspaceId, reservedBytes } of rows) {
    sums.set(workspaceId, (sums.get(workspaceId) ?? 0) + reservedBytes);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

interface ForgottenRow {
  readonly workspaceId: string;
  readonly objectKey: string;
  readonly reservedBytes: number;
}

interface LockedRow extends ForgottenRow {
  readonly isClaimed: boolean;
}

const CREATE = `
INSERT INTO uploads (key, workspace_id, object_key, filename, content_type, size_bytes,
  reserved_bytes, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const LOCK = `
SELECT workspace_id AS "workspaceId", object_key AS "objectKey",
  reserved_bytes::float8 AS "reservedBytes", claimed_attempt IS NOT NULL AS "isClaimed"
FROM uploads WHERE ${hasKey('$1')} FOR UPDATE`;

const RECORD_STORED = `
UPDATE uploads SET object_key = $2, stored_type = $3, stored_bytes = $4, reserved_bytes = $4
WHERE key = $1`;

// Skips uploads that are being claimed.
const FORGET_UNUSED = `
WITH unused AS (
  SELECT key FROM uploads WHERE claimed_attempt IS NULL AND created_at < $1
  ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
)
DELETE FROM uploads USING unused WHERE uploads.key = unused.key
RETURNING uploads.workspace_id AS "workspaceId", uploads.object_key AS "objectKey",
  uploads.reserved_bytes::float8 AS "reservedBytes"`;

const FORGET_NAMES = `
UPDATE uploads
SET key = ${forgottenKey('key')}, filename = '', content_type = NULL, stored_type = NULL
WHERE key = ANY (ARRAY(
  SELECT key FROM uploads WHERE consumed_at IS NOT NULL AND filename <> ''
  ORDER BY key LIMIT $1 FOR UPDATE SKIP LOCKED
)) RETURNING 1`;
