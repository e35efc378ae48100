import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Database } from '@output-review/runtime';

import { uploadConsumed } from '../../domain/upload-consumed.ts';
import type { Upload, UploadStore } from '../../use-cases/uploads/upload-store.ts';
import { doom } from '../doomed/doom.ts';
import { charge, refund } from '../usage/charge.ts';

/** @param quotaBytes the operator's. */
export function makeUploadStore(db: Database, quotaBytes: number): UploadStore {
  return {
    create: (upload) =>
      db.transaction(async (tx) => {
        const { workspaceId, key, objectKey, filename, contentType, sizeBytes } = upload;
        const reserved = sizeBytes ?? FILE_BYTES_MAX;
        await charge(tx, { workspaceId, bytes: reserved, quotaBytes });
        const values = [key, workspaceId, objectKey, filename, contentType, sizeBytes];
        await tx.query(CREATE, [...values, reserved, upload.createdAt]);
      }),
    find: async (key) => {
      const { rows } = await db.query<Row>({ ...FIND, values: [key] });
      return rows[0] ? toUpload(rows[0]) : null;
    },
    recordStored: (key, { objectKey, sizeBytes, contentType }) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.query<LockedRow>(LOCK, [key]);
        const [upload] = rows;
        if (!upload) throw new AppError('NOT_FOUND', 'There is no such upload.');
        if (upload.isClaimed) throw uploadConsumed();
        const { workspaceId, reservedBytes } = upload;
        await charge(tx, { workspaceId, bytes: sizeBytes - reservedBytes, quotaBytes });
        await tx.query(RECORD_STORED, [key, objectKey, contentType, sizeBytes]);
        return upload.objectKey;
      }),
    forgetUnused: (before, at) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.query<ForgottenRow>(FORGET_UNUSED, [before, FORGOTTEN_MAX]);
        for (const [workspaceId, bytes] of sumByWorkspace(rows)) {
          await refund(tx, { workspaceId, bytes });
        }
        const objectKeys = rows.map(({ objectKey }) => objectKey);
        await doom(tx, objectKeys, at);
        return rows.length;
      }),
  };
}

// The locks of the usage are held for so long.
const FORGOTTEN_MAX = 500;

/** In order, so that two sweepers cannot wait for each other. */
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

interface Row extends Omit<Upload, 'stored' | 'claim'> {
  readonly outputId: string | null;
  readonly attempt: string | null;
  readonly storedType: string | null;
  readonly storedBytes: number | null;
}

function toUpload({ storedType, storedBytes, outputId, attempt, ...upload }: Row): Upload {
  const isStored = storedType !== null && storedBytes !== null;
  const { workspaceId } = upload;
  return {
    ...upload,
    claim: outputId === null || attempt === null ? null : { workspaceId, outputId, attempt },
    stored: isStored ? { contentType: storedType, sizeBytes: storedBytes } : null,
  };
}

const CREATE = `
INSERT INTO uploads (key, workspace_id, object_key, filename, content_type, size_bytes,
  reserved_bytes, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const FIND = {
  name: 'find_upload',
  text: `
SELECT key, workspace_id AS "workspaceId", object_key AS "objectKey", filename,
  content_type AS "contentType", size_bytes::float8 AS "sizeBytes", stored_type AS "storedType",
  stored_bytes::float8 AS "storedBytes", claimed_output_id AS "outputId",
  claimed_attempt AS attempt, created_at AS "createdAt",
  CASE WHEN consumed_at IS NOT NULL THEN 'consumed' WHEN claimed_attempt IS NOT NULL THEN 'claimed'
    ELSE 'unused' END AS state
FROM uploads WHERE key = $1`,
};

const LOCK = `
SELECT workspace_id AS "workspaceId", object_key AS "objectKey",
  reserved_bytes::float8 AS "reservedBytes", claimed_attempt IS NOT NULL AS "isClaimed"
FROM uploads WHERE key = $1 FOR UPDATE`;

const RECORD_STORED = `
UPDATE uploads SET object_key = $2, stored_type = $3, stored_bytes = $4, reserved_bytes = $4
WHERE key = $1`;

// One that is about to be claimed is left to whoever claims it.
const FORGET_UNUSED = `
WITH unused AS (
  SELECT key FROM uploads WHERE claimed_attempt IS NULL AND created_at < $1
  ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
)
DELETE FROM uploads USING unused WHERE uploads.key = unused.key
RETURNING uploads.workspace_id AS "workspaceId", uploads.object_key AS "objectKey",
  uploads.reserved_bytes::float8 AS "reservedBytes"`;
