import type { Database } from '@output-review/runtime';

import type { Usage } from '../../domain/usage.ts';
import type { UsageStore } from '../../use-cases/usage-store.ts';

/** @param quotaBytes the operator's, which no workspace's own goes beyond. */
export function makeUsageStore(db: Database, quotaBytes: number): UsageStore {
  const read = async (workspaceId: string): Promise<Usage> => {
    const { rows } = await db.query<Usage>(READ, [workspaceId, quotaBytes]);
    return rows[0] ?? { mediaQuotaBytes: quotaBytes, mediaBytes: 0 };
  };
  return {
    read,
    changeQuota: async (workspaceId, own) => {
      await db.query(CHANGE_QUOTA, [workspaceId, own]);
      return read(workspaceId);
    },
  };
}

// As floats, which are numbers here: exact up to 8 PiB.
const READ = `
SELECT least(coalesce(quota_bytes, $2::bigint), $2::bigint)::float8 AS "mediaQuotaBytes",
  bytes::float8 AS "mediaBytes"
FROM media_usage WHERE workspace_id = $1`;

const CHANGE_QUOTA = `
INSERT INTO media_usage (workspace_id, bytes, quota_bytes) VALUES ($1, 0, $2)
ON CONFLICT (workspace_id) DO UPDATE SET quota_bytes = excluded.quota_bytes`;
