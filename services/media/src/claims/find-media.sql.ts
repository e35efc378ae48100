import type { Database } from '@output-review/runtime';

import type { OutputFile, Upload } from './claims.pure.ts';

/** Finds the file of an output by its public key. Keys are never parsed. */
export async function findFile(db: Database, key: string): Promise<OutputFile | null> {
  const { rows } = await db.query<OutputFile>({ ...FIND_FILE, values: [key] });
  return rows[0] ?? null;
}

export async function findUpload(db: Database, key: string): Promise<Upload | null> {
  const { rows } = await db.query<UploadRow>({ ...FIND_UPLOAD, values: [key] });
  return rows[0] ? toUpload(rows[0]) : null;
}

interface UploadRow extends Omit<Upload, 'stored' | 'claim'> {
  readonly outputId: string | null;
  readonly attempt: string | null;
  readonly storedType: string | null;
  readonly storedBytes: number | null;
}

function toUpload({ storedType, storedBytes, outputId, attempt, ...upload }: UploadRow): Upload {
  const isStored = storedType !== null && storedBytes !== null;
  const { workspaceId } = upload;
  return {
    ...upload,
    claim: outputId === null || attempt === null ? null : { workspaceId, outputId, attempt },
    stored: isStored ? { contentType: storedType, sizeBytes: storedBytes } : null,
  };
}

/** Replaces the key of an upload once its name is forgotten, because the key contains the name. */
export const forgottenKey = (key: string): string =>
  `encode(sha256(convert_to(${key}, 'UTF8')), 'hex')`;

/** Whether a row of `uploads` has a key, forgotten or not. */
export const hasKey = (key: string): string => `uploads.key IN (${key}, ${forgottenKey(key)})`;

// A file whose bytes are not stored yet has no key.
const FIND_FILE = {
  name: 'find_file',
  text: `
SELECT files.workspace_id AS "workspaceId", files.output_id AS "outputId", files.key,
  files.attempt, files.object_key AS "objectKey", files.filename,
  files.content_type AS "contentType", files.size_bytes::float8 AS "sizeBytes",
  claims.state = 'confirmed' AS "isConfirmed"
FROM files JOIN claims USING (workspace_id, output_id)
WHERE files.key = $1`,
};

const FIND_UPLOAD = {
  name: 'find_upload',
  text: `
SELECT key, workspace_id AS "workspaceId", object_key AS "objectKey", filename,
  content_type AS "contentType", size_bytes::float8 AS "sizeBytes", stored_type AS "storedType",
  stored_bytes::float8 AS "storedBytes", claimed_output_id AS "outputId",
  claimed_attempt AS attempt, created_at AS "createdAt",
  CASE WHEN consumed_at IS NOT NULL THEN 'consumed' WHEN claimed_attempt IS NOT NULL THEN 'claimed'
    ELSE 'unused' END AS state
FROM uploads WHERE ${hasKey('$1')}`,
};
