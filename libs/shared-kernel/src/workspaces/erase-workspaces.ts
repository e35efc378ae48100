import { workspacesChanged } from '@output-review/contracts';
import { makeConsumer, type SqlClient } from '@output-review/runtime';

import type { ErasedWorkspaces } from './erased-workspaces.ts';

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
