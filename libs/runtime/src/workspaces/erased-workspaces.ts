import type { WorkspacesChanged } from '@output-review/contracts';

import type { SqlClient } from '../database/database.ts';

/** To paste into the migration of a service that keeps what belongs to workspaces. */
export const ERASED_WORKSPACES_TABLE_SQL = `
-- Workspaces of which nothing may be left. Their ids stay, so that what comes late goes too.
CREATE TABLE erased_workspaces (
  workspace_id text PRIMARY KEY,
  told_at timestamptz NOT NULL DEFAULT now()
);`;

/** Which workspaces a service was told to erase. */
export interface ErasedWorkspaces {
  /** Keeps those that are deleted, of whatever was told; others and repeats change nothing. */
  note(changes: readonly WorkspacesChanged[]): Promise<void>;
  /** Those of which something may still come in. */
  list(): Promise<string[]>;
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
  };
}

const NOTE = `
INSERT INTO erased_workspaces (workspace_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`;

// Topics keep events for seven days: until then one that was written before may be read.
const LIST = `
SELECT workspace_id AS id FROM erased_workspaces
WHERE told_at > now() - interval '8 days' ORDER BY workspace_id`;
