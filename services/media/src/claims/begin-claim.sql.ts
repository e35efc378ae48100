import type { FileData } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import type { Beginning, ClaimedUpload, ClaimKey, Claiming, ExpectedFile } from './claims.pure.ts';
import { claimValues } from './claims.sql.ts';
import { hasKey } from './find-media.sql.ts';

/**
 * Inserts a claim with its planned files and marks its uploads as claimed. The caller rolls the transaction back unless
 * the outcome is `begun`.
 */
export async function insertClaim(
  tx: Transaction,
  { claim, files }: Claiming,
  createdAt: Date,
): Promise<Beginning> {
  const key = claimValues(claim);
  const { rows } = await tx.query(INSERT_CLAIM, [...key, createdAt]);
  if (rows.length === 0) return readOutcome(tx, claim);

  const taken = await takeUploads(tx, claim, files);
  if (taken.outcome === 'refused') return taken;
  await tx.query(INSERT_FILES, [
    ...key,
    files.map(({ position }) => position),
    files.map(({ role }) => role),
    files.map(({ label }) => label),
    files.map(({ objectKey }) => objectKey),
  ]);
  return taken;
}

interface PresentClaim {
  readonly attempt: string;
  readonly state: 'claimed' | 'confirmed' | 'deleted';
  readonly isComplete: boolean;
}

async function readOutcome(tx: Transaction, claim: ClaimKey): Promise<Beginning> {
  const { workspaceId, outputId } = claim;
  const { rows } = await tx.query<PresentClaim>(READ_CLAIM, [workspaceId, outputId]);
  const [present] = rows;
  // Released between the two statements. A retry begins the claim.
  if (!present) return { outcome: 'running' };
  const { attempt, state, isComplete } = present;
  if (state === 'deleted') return { outcome: 'deleted' };
  if (attempt !== claim.attempt) {
    if (state === 'confirmed') return { outcome: 'taken' };
    return { outcome: 'unsettled', other: { ...claim, attempt } };
  }
  if (!isComplete) return { outcome: 'running' };
  const { rows: files } = await tx.query<FileData>(READ_FILES, [workspaceId, outputId]);
  return { outcome: 'complete', files };
}

interface LockedUpload extends ClaimedUpload {
  readonly outputId: string | null;
  readonly attempt: string | null;
  readonly isConsumed: boolean;
}

async function takeUploads(
  tx: Transaction,
  { workspaceId, outputId, attempt }: ClaimKey,
  files: readonly ExpectedFile[],
): Promise<Extract<Beginning, { outcome: 'begun' | 'refused' }>> {
  const keys = [
    ...new Set(files.flatMap(({ source }) => (source.kind === 'upload' ? [source.key] : []))),
  ];
  if (keys.length === 0) return { outcome: 'begun', uploads: [] };
  const { rows } = await tx.query<LockedUpload>(LOCK_UPLOADS, [workspaceId, keys]);
  const known = new Map(rows.map((upload) => [upload.key, upload]));
  const unknown = keys.filter((key) => !known.has(key));
  const taken = rows.filter(({ attempt }) => attempt !== null);
  if (unknown.length + taken.length > 0) {
    const consumed = taken.map(({ key }) => key);
    const holders = taken.flatMap((upload) => holderOf(workspaceId, upload));
    return { outcome: 'refused', unknown, consumed, holders };
  }
  await tx.query(TAKE_UPLOADS, [keys, outputId, attempt]);
  return { outcome: 'begun', uploads: rows };
}

function holderOf(
  workspaceId: string,
  { outputId, attempt, isConsumed }: LockedUpload,
): ClaimKey[] {
  const isSettled = outputId === null || attempt === null || isConsumed;
  return isSettled ? [] : [{ workspaceId, outputId, attempt }];
}

const INSERT_CLAIM = `
INSERT INTO claims (workspace_id, output_id, attempt, state, created_at)
VALUES ($1, $2, $3, 'claimed', $4) ON CONFLICT DO NOTHING RETURNING 1`;

const READ_CLAIM = `
SELECT attempt, state, is_complete AS "isComplete" FROM claims
WHERE workspace_id = $1 AND output_id = $2`;

const READ_FILES = `
SELECT role, key, filename, content_type AS "contentType", size_bytes::float8 AS "sizeBytes", label
FROM files WHERE workspace_id = $1 AND output_id = $2 ORDER BY position`;

// Locked in key order, so that two submissions with the same uploads cannot deadlock.
const LOCK_UPLOADS = `
SELECT wanted.key, object_key AS "objectKey", filename, content_type AS "contentType",
  reserved_bytes::float8 AS "reservedBytes", claimed_output_id AS "outputId", claimed_attempt AS attempt,
  consumed_at IS NOT NULL AS "isConsumed"
FROM unnest($2::text[]) AS wanted (key) JOIN uploads ON ${hasKey('wanted.key')}
WHERE workspace_id = $1 ORDER BY uploads.key FOR UPDATE OF uploads`;

const TAKE_UPLOADS = `
UPDATE uploads SET claimed_output_id = $2, claimed_attempt = $3 WHERE key = ANY($1)`;

const INSERT_FILES = `
INSERT INTO files (workspace_id, output_id, attempt, position, role, label, object_key)
SELECT $1, $2, $3, planned.*
FROM unnest($4::integer[], $5::text[], $6::text[], $7::text[])
  AS planned (position, role, label, object_key)`;
