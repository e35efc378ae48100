import type { Database, SqlClient } from '@output-review/runtime';

import { quotaExceeded, type Usage } from './usage.pure.ts';

/** @param quotaBytes the operator's, which no workspace's own goes beyond. */
export async function readUsage(
  db: Database,
  workspaceId: string,
  quotaBytes: number,
): Promise<Usage> {
  const { rows } = await db.query<Usage>(READ, [workspaceId, quotaBytes]);
  return rows[0] ?? { mediaQuotaBytes: quotaBytes, mediaBytes: 0 };
}

/** @param own null takes the operator's. */
export async function changeQuota(
  db: Database,
  workspaceId: string,
  own: number | null,
): Promise<void> {
  await db.query(CHANGE_QUOTA, [workspaceId, own]);
}

export interface Charge {
  readonly workspaceId: string;
  /** How much more room is taken; less than 0 where room becomes free. */
  readonly bytes: number;
  /** The operator's quota. */
  readonly quotaBytes: number;
}

/**
 * Counts bytes in the transaction that keeps them.
 *
 * @throws AppError MEDIA_QUOTA_EXCEEDED where they do not fit.
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

/** Gives room back, also where that leaves more taken than a quota that was lowered meanwhile. */
export async function refund(
  tx: SqlClient,
  { workspaceId, bytes }: Omit<Charge, 'quotaBytes'>,
): Promise<void> {
  if (bytes !== 0) await tx.query(REFUND, [workspaceId, bytes]);
}

// As floats, which are numbers here: exact up to 8 PiB.
const READ = `
SELECT least(coalesce(quota_bytes, $2::bigint), $2::bigint)::float8 AS "mediaQuotaBytes",
  bytes::float8 AS "mediaBytes"
FROM media_usage WHERE workspace_id = $1`;

const CHANGE_QUOTA = `
INSERT INTO media_usage (workspace_id, bytes, quota_bytes) VALUES ($1, 0, $2)
ON CONFLICT (workspace_id) DO UPDATE SET quota_bytes = excluded.quota_bytes`;

// A workspace's first bytes find no row. One statement, so that no two can both see the same room.
const CHARGE = `
INSERT INTO media_usage AS u (workspace_id, bytes)
SELECT $1, $2::bigint WHERE $2::bigint <= $3::bigint
ON CONFLICT (workspace_id) DO UPDATE SET bytes = u.bytes + excluded.bytes
WHERE u.bytes + excluded.bytes <= least(coalesce(u.quota_bytes, $3::bigint), $3::bigint)
RETURNING bytes`;

const REFUND = 'UPDATE media_usage SET bytes = bytes - $2::bigint WHERE workspace_id = $1';
