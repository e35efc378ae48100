import type {
  ApprovalDemand,
  DeadlineAction,
  Decision,
  DecisionSource,
  TimelineStage,
} from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { strictest } from './approvals.pure.ts';
import { count } from './counts.sql.ts';
import type { Change, Output, OutputKey } from './output.pure.ts';
import { moveOutcomes } from './outcomes.sql.ts';

/** Locks the visible outputs among these, always in the order of their keys. */
export async function lockOutputs(tx: Transaction, keys: readonly OutputKey[]): Promise<Output[]> {
  const { rows } = await tx.query<OutputRow>(
    `SELECT ${OUTPUT_ROW_COLUMNS} FROM outputs
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible
     ORDER BY workspace_id, id FOR UPDATE`,
    keyColumns(keys),
  );
  return rows.map(toOutput);
}

/** Saves locked outputs. A started run waits for its result. */
export async function saveOutputs(tx: Transaction, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const after = changes.map((change) => change.after);
  await tx.query(
    `UPDATE outputs o SET
       queued_at = c.queued_at, status = c.status, verdict = c.verdict,
       confidence_score = c.confidence_score, evaluated_at = c.evaluated_at,
       is_applied = o.is_applied AND o.run = c.run, run = c.run,
       human_decision = c.decision, decided_by = c.decided_by, decision_source = c.source,
       decided_at = c.decided_at, is_flagged = c.is_flagged, flagged_by = c.flagged_by,
       sequence = c.sequence, due_at = c.due_at, escalated_at = c.escalated_at,
       deadline_acted_at = c.deadline_acted_at, sampled = c.sampled,
       outcome_set = c.outcome_set, shadow_set = c.shadow_set, label_source = c.label_source
     FROM unnest(
       $1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::float8[],
       $7::timestamptz[], $8::int[], $9::text[], $10::text[], $11::text[], $12::timestamptz[],
       $13::boolean[], $14::text[], $15::int[], $16::timestamptz[], $17::timestamptz[],
       $18::timestamptz[], $19::boolean[], $20::bigint[], $21::bigint[], $22::text[]
     ) AS c (workspace_id, id, queued_at, status, verdict, confidence_score, evaluated_at, run,
       decision, decided_by, source, decided_at, is_flagged, flagged_by, sequence,
       due_at, escalated_at, deadline_acted_at, sampled, outcome_set, shadow_set, label_source)
     WHERE o.workspace_id = c.workspace_id AND o.id = c.id`,
    savedColumns(after),
  );
  await count(
    tx,
    changes.flatMap((change) => [
      { output: change.before, by: -1 as const },
      { output: change.after, by: 1 as const },
    ]),
  );
  await moveOutcomes(tx, changes);
}

function savedColumns(after: readonly Output[]): unknown[] {
  return [
    ...keyColumns(after),
    after.map(({ queuedAt }) => queuedAt),
    after.map(({ status }) => status),
    after.map(({ verdict }) => verdict),
    after.map(({ confidenceScore }) => confidenceScore),
    after.map(({ evaluatedAt }) => evaluatedAt),
    after.map(({ run }) => run),
    after.map(({ decision }) => decision?.decision ?? null),
    after.map(({ decision }) => decision?.by ?? null),
    after.map(({ decision }) => decision?.source ?? null),
    after.map(({ decision }) => decision?.at ?? null),
    after.map(({ isFlagged }) => isFlagged),
    after.map(({ flaggedBy }) => flaggedBy),
    after.map(({ sequence }) => sequence),
    after.map(({ deadline }) => deadline?.dueAt ?? null),
    after.map(({ deadline }) => deadline?.escalatedAt ?? null),
    after.map(({ deadline }) => deadline?.actedAt ?? null),
    after.map(({ isSampled }) => isSampled),
    after.map(({ outcomeSet }) => outcomeSet),
    after.map(({ shadowSet }) => shadowSet),
    after.map(({ labelSource }) => labelSource),
  ];
}

export function keyColumns(keys: readonly OutputKey[]): [string[], string[]] {
  return [keys.map(({ workspaceId }) => workspaceId), keys.map(({ id }) => id)];
}

/** The columns that changes need, as `pg` returns them. */
export interface OutputRow extends Omit<Output, 'decision' | 'approvals' | 'deadline'> {
  readonly decision: Decision | null;
  readonly by: string | null;
  readonly source: DecisionSource | null;
  readonly at: Date | null;
  readonly submittedApprovals: ApprovalDemand | null;
  readonly ruleApprovals: ApprovalDemand | null;
  readonly dueAt: Date | null;
  /** A bigint, which `pg` returns as text. */
  readonly respondWithinMs: string | null;
  readonly onDeadline: DeadlineAction | null;
  readonly actedAt: Date | null;
  readonly escalatedAt: Date | null;
}

export const OUTPUT_ROW_COLUMNS = `
  workspace_id AS "workspaceId", id, project_id AS "projectId", task_id AS "taskId", timestamp,
  queued_at AS "queuedAt", status, verdict, confidence_score AS "confidenceScore",
  evaluated_at AS "evaluatedAt", run, human_decision AS decision, decided_by AS by,
  decision_source AS source, decided_at AS at, is_flagged AS "isFlagged",
  flagged_by AS "flaggedBy", sequence, due_at AS "dueAt", respond_within_ms AS "respondWithinMs",
  on_deadline AS "onDeadline", escalated_at AS "escalatedAt", deadline_acted_at AS "actedAt",
  sampled AS "isSampled", sample_rate AS "sampleRate", require_approval AS "requireApproval",
  submitted_approvals AS "submittedApprovals", rule_approvals AS "ruleApprovals",
  outcome_set AS "outcomeSet", shadow_set AS "shadowSet", label_source AS "labelSource",
  EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, 'imported:')) AS "isImported"`;

export function toOutput(row: OutputRow): Output {
  const { decision, by, source, at, ...undecided } = row;
  const { submittedApprovals, ruleApprovals, ...timed } = undecided;
  const { dueAt, respondWithinMs, onDeadline, actedAt, escalatedAt, ...output } = timed;
  return {
    ...output,
    decision: decision && by !== null && source && at ? { decision, by, source, at } : null,
    approvals: strictest(submittedApprovals, ruleApprovals),
    deadline: dueAt && {
      // An output of a release without deadline actions escalates once more, which does no harm.
      ...{ dueAt, action: onDeadline ?? 'escalate', actedAt, escalatedAt },
      withinMs: respondWithinMs === null ? null : Number(respondWithinMs),
    },
  };
}

export interface TimelineEvent {
  readonly at: Date;
  readonly stage: TimelineStage;
  readonly actor: string | null;
  readonly detail: string | null;
}

/** Adds entries to the timelines of outputs. */
export async function addToTimeline(
  tx: Transaction,
  entries: readonly (OutputKey & TimelineEvent)[],
): Promise<void> {
  await tx.query(
    `INSERT INTO timeline (workspace_id, output_id, at, stage, actor, detail)
     SELECT * FROM unnest(
       $1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])`,
    [
      ...keyColumns(entries),
      entries.map(({ at }) => at),
      entries.map(({ stage }) => stage),
      entries.map(({ actor }) => actor),
      entries.map(({ detail }) => detail),
    ],
  );
}
