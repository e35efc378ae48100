import type { SqlClient } from '@output-review/runtime';

import { outputKey, type OutputKey } from '../domain/output.ts';
import type { JudgedOutput } from '../use-cases/judged-output.ts';
import { findContents } from './find-contents.ts';

/** What rules may read of one output; null where there is nothing. */
export async function findJudged(db: SqlClient, key: OutputKey): Promise<JudgedOutput | null> {
  const [contents, { rows }] = await Promise.all([
    findContents(db, [key]),
    db.query<{ project_id: string; task_id: string | null }>(
      `SELECT project_id, task_id FROM outputs WHERE workspace_id = $1 AND id = $2 AND visible`,
      [key.workspaceId, key.id],
    ),
  ]);
  const judged = contents.get(outputKey(key));
  const [row] = rows;
  return judged && row ? { projectId: row.project_id, taskId: row.task_id, ...judged } : null;
}
