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
  const content = contents.get(outputKey(key))?.content;
  const [row] = rows;
  return content && row ? { projectId: row.project_id, taskId: row.task_id, content } : null;
}
