import { workspacesChanged, type WorkspacesChanged } from '@output-review/contracts';
import { makeConsumer, type SqlClient } from '@output-review/runtime';

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

/** Erases some of a workspace's data. @returns how much; 0 once nothing is left. */
export type EraseStep = (client: SqlClient, workspaceId: string) => Promise<number>;

export interface EraseWorkspacesDeps {
  readonly client: SqlClient;
  /** The workspaces to erase completely. */
  readonly erased: Pick<ErasedWorkspaces, 'list' | 'checked'>;
  /** Runs in this order, each until it finds nothing more, even if an earlier one fails. */
  readonly steps: readonly EraseStep[];
}

/**
 * Creates the job that erases workspaces, a few rows at a time. If interrupted, the next run continues. It also finds
 * data that in-flight events and requests add later. A failure blocks no other step or workspace and is thrown at the
 * end.
 */
export const makeEraseWorkspaces =
  ({ client, erased, steps }: EraseWorkspacesDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const failures: unknown[] = [];
    const keep = (error: unknown): void => void failures.push(error);
    const exhaust = async (step: EraseStep, workspaceId: string): Promise<void> => {
      while (!signal.aborted && (await step(client, workspaceId)) > 0);
    };
    for (const workspaceId of await erased.list()) {
      const before = failures.length;
      for (const step of steps) await exhaust(step, workspaceId).catch(keep);
      if (signal.aborted) break;
      if (failures.length === before) await erased.checked(workspaceId).catch(keep);
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Erasing was incomplete');
  };

// Rows of outputs can have megabytes of related data, and a caller that waits for one lock waits for the whole batch.
const ROWS_MAX = 500;

/**
 * Erases the rows of a table with a column `workspace_id`.
 *
 * @param rowsMax the batch size of one statement.
 */
export function eraseRows(table: string, rowsMax = ROWS_MAX): EraseStep {
  return eraseWhere(table, 'workspace_id = $1', rowsMax);
}

/** Erases events about the data of a workspace, keyed by `workspaceId/…`. */
export function eraseKeyed(table: string): EraseStep {
  return eraseWhere(table, `starts_with(key, $1 || '/')`);
}

/** Erases the dead letters of a workspace and of its data. */
export const eraseLetters: EraseStep = eraseWhere(
  'dead_letters',
  `(key = $1 OR starts_with(key, $1 || '/'))`,
);

function eraseWhere(table: string, condition: string, rowsMax = ROWS_MAX): EraseStep {
  const text = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED
    )) RETURNING 1`;
  return async (client, workspaceId) => (await client.query(text, [workspaceId])).rows.length;
}

// A deleted workspace must be gone within minutes, including late data. A deleted output must be unreadable within
// moments.
export const ERASE_EVERY_MS = 5_000;

/** Records the workspaces to erase, for a service that uses no other workspace data. */
export const erasureConsumer = makeConsumer(workspacesChanged, {
  handle: ({ erased }: { readonly erased: ErasedWorkspaces }, batch) =>
    erased.note(batch.map(({ data }) => data)),
});
