import type {
  AnswerOf,
  getInstructionsResults,
  getOutputStatus,
  INTERNAL_OPERATIONS,
  QueryOf,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { FoundApprovals } from '../outputs/approvals.pure.ts';
import { APPROVALS_COLUMN } from '../outputs/approvals.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { findNames } from '../search/filter.sql.ts';

type StatusAnswer = AnswerOf<typeof getOutputStatus>;

/** The status of an output, with its current decision. */
export interface FoundStatus extends Omit<
  StatusAnswer,
  'id' | 'settled' | 'decidedAt' | 'approvals'
> {
  readonly decidedAt: Date | null;
  readonly approvals: FoundApprovals | null;
  /** Whether it is an action without a text. */
  readonly isActionAlone: boolean;
}

/** Null if there is no such output. Leaves out values of earlier runs while a run is in progress or ended in error. */
export async function findStatus(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<FoundStatus | null> {
  const { rows } = await db.query<FoundStatus>({
    name: 'find-status',
    text: `
      SELECT o.status, o.human_decision AS "humanDecision",
        CASE WHEN o.status NOT IN ('pending', 'error') THEN o.verdict END AS verdict,
        CASE WHEN o.status NOT IN ('pending', 'error') THEN o.confidence_score END
          AS "confidenceScore",
        CASE WHEN o.status <> 'pending' THEN result.explanation END AS explanation,
        decision.comment, decision.corrected_output AS "correctedOutput",
        decision.corrected_action::json AS "correctedAction",
        decision.decided_by AS "decidedBy", decision.at AS "decidedAt", ${APPROVALS_COLUMN},
        body.action IS NOT NULL AND coalesce(octet_length(body.output), 0) = 0
          AS "isActionAlone"
      FROM outputs o
      LEFT JOIN output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
      LEFT JOIN output_results result ON result.workspace_id = o.workspace_id AND result.id = o.id
      LEFT JOIN decisions decision ON decision.workspace_id = o.workspace_id
        AND decision.output_id = o.id AND decision.cleared_at IS NULL
      WHERE o.workspace_id = $1 AND o.id = $2 AND o.visible`,
    values: [workspaceId, id],
  });
  return rows[0] ?? null;
}

type VersionResults = AnswerOf<typeof getInstructionsResults>[number];

/**
 * The results of a task by version of its instructions, newest first. Empty if there is no such task. Former names find
 * it, too.
 */
export async function findResultsByVersion(
  db: SqlClient,
  workspaceId: string,
  { project, task }: QueryOf<typeof getInstructionsResults>,
): Promise<VersionResults[]> {
  const projectIds = await findNames(db, { workspaceId, kind: 'project', name: project });
  const taskIds = await findNames(db, { workspaceId, kind: 'task', name: task, projectIds });
  const { rows } = await db.query<VersionResults>(
    `SELECT instructions_version AS version, count(*)::float8 AS runs,
       count(*) FILTER (WHERE status = 'flagged')::float8 AS flagged,
       count(*) FILTER (WHERE human_decision IS NOT NULL)::float8 AS decided,
       coalesce(avg((status = 'pass')::int::float8) FILTER (WHERE status <> 'pending'), 0) AS "successRate"
     FROM outputs
     WHERE workspace_id = $1 AND task_id = ANY ($2::text[]) AND visible
       AND instructions_version IS NOT NULL
     GROUP BY version ORDER BY version DESC`,
    [workspaceId, taskIds],
  );
  return rows;
}

type ProjectCount = AnswerOf<typeof INTERNAL_OPERATIONS.countOutputs>['counts'][number];

/** The number of outputs of each project and task. */
export async function countPerProject(db: SqlClient, workspaceId: string): Promise<ProjectCount[]> {
  const { rows } = await db.query<ProjectCount>(
    `SELECT project_id AS "projectId", nullif(task_id, '') AS "taskId", sum(n)::float8 AS count
       FROM daily_counts
       WHERE workspace_id = $1 AND project_id <> '' GROUP BY project_id, task_id HAVING sum(n) > 0`,
    [workspaceId],
  );
  return rows;
}

/** The outputs among these that review stores, including deleted ones. A stub has no body yet. */
export async function findHeld(db: SqlClient, keys: readonly OutputKey[]): Promise<OutputKey[]> {
  const { rows } = await db.query<OutputKey>(
    `SELECT workspace_id AS "workspaceId", id FROM outputs
       WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
         AND (visible AND NOT is_set_aside OR deleted_at IS NOT NULL)`,
    keyColumns(keys),
  );
  return rows;
}
