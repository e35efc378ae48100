import { workspacesChanged } from '@output-review/contracts';
import { makeConsumer, type SqlClient } from '@output-review/runtime';

import type { ErasedWorkspaces } from './erased-workspaces.ts';

/** Erases a part of what belongs to a workspace. @returns how much; 0 once nothing is left. */
export type EraseStep = (client: SqlClient, workspaceId: string) => Promise<number>;

export interface EraseWorkspacesDeps {
  readonly client: SqlClient;
  /** The workspaces of which nothing may be left. */
  readonly erased: Pick<ErasedWorkspaces, 'list' | 'checked'>;
  /** In this order, each until it finds nothing more, also where one before it fails. */
  readonly steps: readonly EraseStep[];
}

/**
 * Makes a job that erases workspaces, a few rows at a time. Where it is cut off its next turn goes on;
 * what comes in after it, from events and requests that were on their way, the next turn finds. A failure
 * holds up nothing else, and is thrown at the end.
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

// Rows of outputs can have megabytes beside them, and whoever waits for one of their locks waits for all.
const ROWS_MAX = 500;

/**
 * Erases the rows of a table that has a column `workspace_id`.
 *
 * @param rowsMax that a statement takes.
 */
export function eraseRows(table: string, rowsMax = ROWS_MAX): EraseStep {
  return eraseWhere(table, 'workspace_id = $1', rowsMax);
}

/** Erases events of what a workspace has, whose keys are `workspaceId/…`. */
export function eraseKeyed(table: string): EraseStep {
  return eraseWhere(table, `starts_with(key, $1 || '/')`);
}

/** Erases what was set aside of a workspace and of what it has. */
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

// A workspace is to be gone within minutes, and what comes late too; of a deleted output nothing is to be read a moment later.
export const ERASE_EVERY_MS = 5_000;

/** Learns which workspaces are to be erased: for a service that goes by nothing else of theirs. */
export const erasureConsumer = makeConsumer(workspacesChanged, {
  handle: ({ erased }: { readonly erased: ErasedWorkspaces }, batch) =>
    erased.note(batch.map(({ data }) => data)),
});
