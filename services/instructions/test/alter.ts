import { type Database, openDatabase } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import { MIGRATIONS } from '../src/migrations/index.ts';
import type { SeededDocument, TestInstructions } from './test-instructions.ts';

/** One connection to the database of the service, for as long as the work takes. */
export async function withDatabase<T>(
  { database }: TestInstructions,
  work: (admin: Database) => Promise<T>,
): Promise<T> {
  const admin = await openDatabase({
    ...{ url: database.adminUrl, schema: 'instructions' },
    ...{ migrations: MIGRATIONS, poolMax: 1, log: silentLog },
  });
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** Changes stored data directly in the database. */
export async function alter(
  running: TestInstructions,
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  await withDatabase(running, (admin) => admin.query(sql, [...values]));
}

/** Adds queued notes to the only document of a workspace, with `n1` the oldest, ignoring the limit. */
export function plantNotes(
  running: TestInstructions,
  { workspaceId }: SeededDocument,
  count: number,
): Promise<void> {
  return alter(
    running,
    `INSERT INTO notes (workspace_id, project_id, task_id, ref, comment, queued_at, queued_by)
     SELECT workspace_id, project_id, task_id, 'n' || n, 'Be kinder.', now(), 'api'
     FROM documents, generate_series(1, $2::int) AS n WHERE workspace_id = $1 ORDER BY n`,
    [workspaceId, count],
  );
}
