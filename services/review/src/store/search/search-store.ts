import type { SqlClient } from '@output-review/runtime';

import type { SearchRequest } from '../../domain/search-request.ts';
import type { StatusCount } from '../../domain/summary.ts';
import { countByStatus } from './count-outputs.ts';
import { findPage, type FoundPage } from './find-page.ts';
import { textsAmong } from './page-texts.ts';
import { findNames, type FindVersionsOfRule, resolveFilter } from './resolve-filter.ts';

export interface FoundOutputs extends FoundPage {
  readonly counts: readonly StatusCount[];
}

/** One page of a search and the counts of all of it. */
export const makeFindOutputs =
  (db: SqlClient) =>
  async (
    { filter, sort, page, limit, cursor, fields }: SearchRequest,
    findVersionsOfRule: FindVersionsOfRule,
  ): Promise<FoundOutputs> => {
    const resolved = await resolveFilter(db, filter, findVersionsOfRule);
    const offset = cursor ? 0 : (page - 1) * limit;
    const texts = textsAmong(fields);
    const [found, counts] = await Promise.all([
      findPage(db, { filter: resolved, sort, limit, offset, cursor, texts }),
      countByStatus(db, resolved),
    ]);
    return { ...found, counts };
  };

/** How many outputs each of these sessions has. */
export const makeCountTurns =
  (db: SqlClient) =>
  async (workspaceId: string, sessionIds: readonly string[]): Promise<Map<string, number>> => {
    if (sessionIds.length === 0) return new Map();
    const { rows } = await db.query<{ session_id: string; n: string }>(
      `SELECT session_id, count(*) AS n FROM outputs
       WHERE workspace_id = $1 AND session_id = ANY ($2::text[]) AND visible GROUP BY 1`,
      [workspaceId, sessionIds],
    );
    return new Map(rows.map(({ session_id: id, n }) => [id, Number(n)]));
  };

/** Names of the tasks that have outputs, sorted; of one project, or of all. */
export const makeFindTaskNames =
  (db: SqlClient) =>
  async (workspaceId: string, project: string | undefined): Promise<string[]> => {
    const projectIds =
      project === undefined
        ? null
        : await findNames(db, { workspaceId, kind: 'project', name: project });
    const { rows } = await db.query<{ name: string }>(
      `SELECT DISTINCT name FROM names
       WHERE workspace_id = $1 AND kind = 'task' AND NOT deleted
         AND ($2::text[] IS NULL OR project_id = ANY ($2)) ORDER BY name`,
      [workspaceId, projectIds],
    );
    return rows.map(({ name }) => name);
  };

export interface ProjectCount {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly count: number;
}

/** How many outputs each project and task has. */
export const makeCountPerProject =
  (db: SqlClient) =>
  async (workspaceId: string): Promise<ProjectCount[]> => {
    const { rows } = await db.query<{ project_id: string; task_id: string; n: string }>(
      `SELECT project_id, task_id, sum(n) AS n FROM daily_counts
       WHERE workspace_id = $1 AND project_id <> '' GROUP BY 1, 2 HAVING sum(n) > 0`,
      [workspaceId],
    );
    return rows.map(({ project_id: projectId, task_id: taskId, n }) => ({
      projectId,
      taskId: taskId === '' ? null : taskId,
      count: Number(n),
    }));
  };
