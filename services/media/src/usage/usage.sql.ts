import type { Database, SqlClient } from '@output-review/runtime';

import { quotaExceeded, type Usage } from './usage.pure.ts';

/** @param quotaBytes the limit set by the operator, which caps the workspace's own quota. */
export async function readUsage(
  db: Database,
  workspaceId: string,
  quotaBytes: number,
): Promise<Usage> {
  const { rows } = await db.query<Usage>(READ, [workspaceId, quotaBytes]);
  return rows[0] ?? { mediaQuotaBytes: quotaBytes, mediaBytes: 0 };
}

/** @param own null uses the operator's limit. */
export async function changeQuota(
  db: Database,
  workspaceId: string,
  own: number | null,
): Promise<void> {
  await db.query(CHANGE_QUOTA, [workspaceId, own]);
}

export interface Charge {
  readonly workspaceId: string;
  /** How many more bytes are used; negative if bytes are freed. */
  readonly bytes: number;
  /** The limit set by the operator. */
  readonly quotaBytes: number;
}

/**
 * Adds bytes to the usage, in the transaction that stores their rows.
 *
 * @throws AppError MEDIA_QUOTA_EXCEEDED if they exceed the quota.
 */
export async function charge(
  tx: SqlClient,
  { workspaceId, bytes, quotaBytes }: Charge,
): Promise<void> {
  if (bytes <= 0) {
    await refund(tx, { workspaceId, bytes: -bytes });
    return;
  }
  const { rows } = await tx.query(CHARGE, [workspaceId, bytes, quotaBytes]);
  if (rows.length === 0) throw quotaExceeded();
}

/** Subtracts bytes from the usage, even if it stays above a quota that was lowered meanwhile. */
export async function refund(
  tx: SqlClient,
  { workspaceId, bytes }: Omit<Charge, 'quotaBytes'>,
): Promise<void> {
  if (bytes !== 0) await tx.query(REFUND, [workspaceId, bytes]);
}

// As floats, which become JavaScript numbers: exact up to 8 PiB.
const READ = `
SELECT least(coalesce(quota_bytes, $2::bigint), $2::bigint)::float8 AS "mediaQuotaBytes",
  bytes::float8 AS "mediaBytes"
FROM media_usage WHERE workspace_id = $1`;

const CHANGE_QUOTA = `
INSERT INTO media_usage (workspace_id, bytes, quota_bytes) VALUES ($1, 0, $2)
ON CONFLICT (workspace_id) DO UPDATE SET quota_bytes = excluded.quota_bytes`;

// The first upload of a workspace inserts the row. One statement, so that concurrent charges cannot exceed the quota.
const CHARGE = `
INSERT INTO media_usage AS u (workspace_id, bytes)
SELECT $1, $2::bigint WHERE $2::bigint <= $3::bigint
ON CONFLICT (workspace_id) DO UPDATE SET bytes = u.bytes + excluded.bytes
WHERE u.bytes + excluded.bytes <= least(coalesce(u.quota_bytes, $3::bigint), $3::bigint)
RETURNING bytes`;

const REFUND = 'UPDATE media_usage SET bytes = bytes - $2::bigint WHERE workspace_id = $1';
