import type { SqlClient } from '@output-review/runtime';

import { readSetEntry, type SetEntry } from '../outputs/outcomes.sql.ts';
import type { JudgeCount, VersionCount } from './results.pure.ts';

/** Selects outputs: by day since 1970 in UTC, both inclusive, and by place. */
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

const KINDS = 'project_id, task_id, stratum, sample_rate, label, label_source, is_sample';

function valuesOf(range: CountedRange): unknown[] {
  const { workspaceId, firstDay, lastDay, projectIds, taskIds } = range;
  return [workspaceId, firstDay, lastDay, projectIds, taskIds];
}

/**
 * Expands sets into versions in the database: outputs with many combinations of outcomes have as many sets, each with
 * all its versions.
 */
export async function readVersionCounts(
  db: SqlClient,
  range: CountedRange,
): Promise<VersionCount[]> {
  const { rows } = await db.query<Omit<VersionCount, keyof SetEntry> & { readonly ending: string }>(
    `SELECT ending, is_shadow AS "isShadow", project_id AS "projectId", task_id AS "taskId", stratum,
       sample_rate AS "sampleRate", label, label_source AS "labelSource", is_sample AS "isSample",
       sum(n)::float8 AS n, min(first_day) - date 'epoch' AS "firstDay",
       max(last_day) - date 'epoch' AS "lastDay"
     FROM (
       SELECT outcome_set, ${KINDS}, sum(n) AS n, min(day) AS first_day, max(day) AS last_day
       FROM (
         SELECT day, outcome_set, ${KINDS}, sum(n) AS n FROM outcome_counts WHERE ${IN_RANGE}
         -- Never below 0, unless a replica of a release without these counts has changed a counted output.
         GROUP BY day, outcome_set, ${KINDS} HAVING sum(n) > 0
       ) AS daily GROUP BY outcome_set, ${KINDS}
     ) AS counted
     JOIN outcome_sets ON outcome_sets.workspace_id = $1 AND outcome_sets.id = outcome_set,
       unnest(outcomes) AS ending
     GROUP BY ending, is_shadow, ${KINDS}`,
    valuesOf(range),
  );
  return rows.map(({ ending, ...count }) => ({ ...count, ...readSetEntry(ending) }));
}

export async function readJudgeCounts(db: SqlClient, range: CountedRange): Promise<JudgeCount[]> {
  const { rows } = await db.query<JudgeCount>(
    `SELECT version_id AS "versionId", step, sum(calls)::float8 AS calls, sum(cost_usd) AS "costUsd"
     FROM judge_counts WHERE ${IN_RANGE} GROUP BY version_id, step ORDER BY version_id, step`,
    valuesOf(range),
  );
  return rows;
}
