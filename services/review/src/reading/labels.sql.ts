import {
  type BodyOf,
  type INTERNAL_OPERATIONS,
  type LabelCounts,
  LABELLED_OUTPUTS_MAX,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { bytesOf, readAction } from '../outputs/contents.sql.ts';
import type { BadOutput } from './labels.pure.ts';

/** The outputs of a task that ran under a version of its instructions or a later one. */
type LabelsQuery = BodyOf<typeof INTERNAL_OPERATIONS.readLabels>;

function valuesOf({ workspaceId, projectId, taskId, sinceVersion }: LabelsQuery) {
  return [workspaceId, projectId, taskId, sinceVersion];
}

// By version, not by time: an output that is decided now may have been made under an earlier text.
const SINCE_VERSION = `
  o.workspace_id = $1 AND o.project_id = $2 AND o.task_id = $3 AND o.visible
  AND o.instructions_version >= $4`;

export async function countLabels(db: SqlClient, query: LabelsQuery): Promise<LabelCounts> {
  const { rows } = await db.query<LabelCounts>(
    `SELECT
       count(*) FILTER (WHERE o.human_decision = 'approved')::int AS approved,
       count(*) FILTER (WHERE o.human_decision = 'changed')::int AS changed,
       count(*) FILTER (WHERE o.human_decision = 'rejected')::int AS rejected
     FROM outputs o WHERE ${SINCE_VERSION} AND o.label_source IS NOT NULL`,
    valuesOf(query),
  );
  return rows[0] ?? { approved: 0, changed: 0, rejected: 0 };
}

interface Row extends Omit<BadOutput, 'action'> {
  readonly action: string | null;
}

// Reads one output, or as many as fit into this size. Texts are cut after they are read.
const BYTES_MAX = 4 * 1024 * 1024;

const BYTES = bytesOf(
  ...['b.output', 'b.action', 'd.corrected_output', 'd.corrected_action', 'd.comment'],
);

/** Outputs that people rejected or changed, the latest decision first. */
export async function findBadOutputs(db: SqlClient, query: LabelsQuery): Promise<BadOutput[]> {
  const { rows } = await db.query<Row>(
    `WITH page AS MATERIALIZED (
       SELECT o.workspace_id, o.id, o.human_decision, o.decided_at, o.failed_versions FROM outputs o
       WHERE ${SINCE_VERSION} AND o.label_source IS NOT NULL AND o.human_decision <> 'approved'
       ORDER BY o.decided_at DESC, o.id DESC LIMIT ${LABELLED_OUTPUTS_MAX}
     ), sized AS (
       SELECT p.id, p.decided_at, p.human_decision AS decision,
         p.failed_versions AS "failedVersions", d.comment, b.output, b.action,
         d.corrected_output AS "correctedOutput", d.corrected_action,
         ${BYTES} AS bytes,
         sum(${BYTES}) OVER (ORDER BY p.decided_at DESC, p.id DESC ROWS UNBOUNDED PRECEDING) AS total
       FROM page p
       LEFT JOIN output_bodies b ON b.workspace_id = p.workspace_id AND b.id = p.id
       LEFT JOIN decisions d ON d.workspace_id = p.workspace_id AND d.output_id = p.id
         AND d.cleared_at IS NULL
     )
     SELECT id, decision, "failedVersions", comment, output, action, "correctedOutput",
       corrected_action::json AS "correctedAction"
     FROM sized WHERE total <= ${BYTES_MAX} OR total = bytes
     ORDER BY decided_at DESC, id DESC`,
    valuesOf(query),
  );
  return rows.map((row) => ({ ...row, action: readAction(row.action) }));
}
