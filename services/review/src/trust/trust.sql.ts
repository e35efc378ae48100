import type { SqlClient } from '@output-review/runtime';

import type { JudgeCount, OutcomeCount } from './results.pure.ts';

/** Which outputs: their days since 1970 in UTC, both included, and where they belong. */
export interface CountedRange {
  readonly workspaceId: string;
  readonly firstDay: number | null;
  readonly lastDay: number | null;
  readonly projectIds: readonly string[] | null;
  readonly taskIds: readonly string[] | null;
}

const IN_RANGE = `
      workspace_id = $1
      AND ($2::int IS NULL OR day >= date 'epoch' + $2) AND ($3::int IS NULL OR day <= date 'epoch' + $3)
      AND ($4::text[] IS NULL OR project_id = ANY ($4)) AND ($5::text[] IS NULL OR task_id = ANY ($5))`;

const KINDS =
  'outcome_set, project_id, task_id, stratum, sample_rate, label, label_source, is_sample';

function valuesOf(range: CountedRange): unknown[] {
  const { workspaceId, firstDay, lastDay, projectIds, taskIds } = range;
  return [workspaceId, firstDay, lastDay, projectIds, taskIds];
}

export async function readOutcomeCounts(
  db: SqlClient,
  range: CountedRange,
): Promise<OutcomeCount[]> {
  const { rows } = await db.query<OutcomeCount>(
    `SELECT outcome_set AS "outcomeSet", project_id AS "projectId", task_id AS "taskId", stratum,
       sample_rate AS "sampleRate", label, label_source AS "labelSource", is_sample AS "isSample",
       sum(n)::float8 AS n, min(day) - date 'epoch' AS "firstDay", max(day) - date 'epoch' AS "lastDay"
     FROM (
       SELECT day, ${KINDS}, sum(n) AS n FROM outcome_counts WHERE ${IN_RANGE}
       -- Never below 0, unless a replica of before these counts has changed an output that was in them.
       GROUP BY day, ${KINDS} HAVING sum(n) > 0
     ) AS daily GROUP BY ${KINDS}`,
    valuesOf(range),
  );
  return rows;
}

export async function readJudgeCounts(db: SqlClient, range: CountedRange): Promise<JudgeCount[]> {
  const { rows } = await db.query<JudgeCount>(
    `SELECT version_id AS "versionId", step, sum(calls)::float8 AS calls, sum(cost_usd) AS "costUsd"
     FROM judge_counts WHERE ${IN_RANGE} GROUP BY version_id, step ORDER BY version_id, step`,
    valuesOf(range),
  );
  return rows;
}
