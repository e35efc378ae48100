import type { OutputStatus } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { VersionCount } from '../../domain/version-results.ts';
import { findNames } from './resolve-filter.ts';

/** A task as a request names it; former names lead to it as well. */
export interface TaskNames {
  readonly project: string;
  readonly task: string;
}

interface CountRow {
  readonly version: number;
  readonly status: OutputStatus;
  readonly is_decided: boolean;
  readonly n: string;
}

/** How many outputs of a task stand where, by the version that they ran under; empty for no such task. */
export const makeCountByVersion =
  (db: SqlClient) =>
  async (workspaceId: string, { project, task }: TaskNames): Promise<VersionCount[]> => {
    const projectIds = await findNames(db, { workspaceId, kind: 'project', name: project });
    const taskIds = await findNames(db, { workspaceId, kind: 'task', name: task, projectIds });
    const { rows } = await db.query<CountRow>(
      `SELECT instructions_version AS version, status, human_decision IS NOT NULL AS is_decided,
         count(*) AS n
       FROM outputs
       WHERE workspace_id = $1 AND task_id = ANY ($2::text[]) AND visible
         AND instructions_version IS NOT NULL
       GROUP BY 1, 2, 3`,
      [workspaceId, taskIds],
    );
    return rows.map(({ version, status, is_decided: isDecided, n }) => ({
      ...{ version, status, isDecided, count: Number(n) },
    }));
  };
