import type { WorkspacesChanged } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

/** SQL for the migration of a service that stores data of workspaces. */
export const ERASED_WORKSPACES_TABLE_SQL = `
-- Workspaces to erase completely. Their IDs stay, so that late data is erased too.
CREATE TABLE erased_workspaces (
  workspace_id text PRIMARY KEY,
  told_at timestamptz NOT NULL DEFAULT now(),
  -- When a check last found no data; null before that.
  checked_at timestamptz
);`;

/** The workspaces that a service has to erase. */
export interface ErasedWorkspaces {
  /** Stores the deleted workspaces among the changes. Other changes and duplicates are no-ops. */
  note(changes: readonly WorkspacesChanged[]): Promise<void>;
  /** The workspaces that still have data, or may have received some. */
  list(): Promise<string[]>;
  /** Records that no data of a workspace was found. */
  checked(workspaceId: string): Promise<void>;
}

/** The list in the table of `ERASED_WORKSPACES_TABLE_SQL`. */
export function makeErasedWorkspaces(client: SqlClient): ErasedWorkspaces {
  return {
    note: async (changes) => {
      const ids = changes.flatMap(({ workspaceId, deleted }) => (deleted ? [workspaceId] : []));
      if (ids.length > 0) await client.query(NOTE, [[...new Set(ids)].sort()]);
    },
    list: async () => {
      const { rows } = await client.query<{ id: string }>(LIST);
      return rows.map(({ id }) => id);
    },
    checked: async (workspaceId) => {
      await client.query(CHECKED, [workspaceId]);
    },
  };
}

const NOTE = `
INSERT INTO erased_workspaces (workspace_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`;

// A workspace is listed until a run finds nothing, however long that takes. In-flight data arrives within minutes.
// Topics keep events for seven days, so an older event may be read again until then. That is rare and the tables are
// large, so later checks are hourly.
const LIST = `
SELECT workspace_id AS id FROM erased_workspaces
WHERE checked_at IS NULL OR (told_at > now() - interval '8 days' AND (
  told_at > now() - interval '10 minutes' OR checked_at < now() - interval '1 hour'))
ORDER BY workspace_id`;

const CHECKED = 'UPDATE erased_workspaces SET checked_at = now() WHERE workspace_id = $1';
