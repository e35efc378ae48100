import type {
  ApprovalDemand,
  DeadlineAction,
  Decision,
  DecisionSource,
  LabelSource,
  OutputStatus,
  TimelineStage,
  Verdict,
} from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { strictest } from './approvals.pure.ts';
import { count } from './counts.sql.ts';
import type { Change, CurrentDecision, Deadline, Output, OutputKey } from './output.pure.ts';
import { moveOutcomes } from './outcomes.sql.ts';

/** Locks the visible ones of these outputs, always in the order of their keys. */
export async function lockOutputs(tx: Transaction, keys: readonly OutputKey[]): Promise<Output[]> {
  const { rows } = await tx.query<OutputRow>(
    `SELECT ${OUTPUT_ROW_COLUMNS} FROM outputs
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible
     ORDER BY workspace_id, id FOR UPDATE`,
    keyColumns(keys),
  );
  return rows.map(toOutput);
}

/** Writes locked outputs; a run that was started waits for its result. */
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

/** The columns that changes need, as `pg` gives them. */
export interface OutputRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly project_id: string;
  readonly task_id: string | null;
  readonly timestamp: Date;
  readonly queued_at: Date;
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly confidence_score: number | null;
  readonly evaluated_at: Date | null;
  readonly run: number;
  readonly human_decision: Decision | null;
  readonly decided_by: string | null;
  readonly decision_source: DecisionSource | null;
  readonly decided_at: Date | null;
  readonly sampled: boolean;
  readonly sample_rate: number | null;
  readonly require_approval: boolean;
  readonly submitted_approvals: ApprovalDemand | null;
  readonly rule_approvals: ApprovalDemand | null;
  /** Bigints, which `pg` gives as text. */
  readonly outcome_set: string | null;
  readonly shadow_set: string | null;
  readonly label_source: LabelSource | null;
  readonly is_imported: boolean;
  readonly is_flagged: boolean;
  readonly flagged_by: string | null;
  readonly sequence: number;
  readonly due_at: Date | null;
  /** A bigint, which `pg` gives as text. */
  readonly respond_within_ms: string | null;
  readonly on_deadline: DeadlineAction | null;
  readonly escalated_at: Date | null;
  readonly deadline_acted_at: Date | null;
}

export const OUTPUT_ROW_COLUMNS = `
  workspace_id, id, project_id, task_id, timestamp, queued_at, status, verdict, confidence_score,
  evaluated_at, run, human_decision, decided_by, decision_source, decided_at, is_flagged, flagged_by,
  sequence, due_at, respond_within_ms, on_deadline, escalated_at, deadline_acted_at, sampled,
  sample_rate, require_approval, submitted_approvals, rule_approvals, outcome_set, shadow_set, label_source,
  EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, 'imported:')) AS is_imported`;

export function toOutput(row: OutputRow): Output {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    projectId: row.project_id,
    taskId: row.task_id,
    timestamp: row.timestamp,
    queuedAt: row.queued_at,
    status: row.status,
    verdict: row.verdict,
    confidenceScore: row.confidence_score,
    evaluatedAt: row.evaluated_at,
    run: row.run,
    decision: decisionOf(row),
    isSampled: row.sampled,
    sampleRate: row.sample_rate,
    requireApproval: row.require_approval,
    approvals: strictest(row.submitted_approvals, row.rule_approvals),
    outcomeSet: row.outcome_set,
    shadowSet: row.shadow_set,
    labelSource: row.label_source,
    isImported: row.is_imported,
    isFlagged: row.is_flagged,
    flaggedBy: row.flagged_by,
    deadline: deadlineOf(row),
    sequence: row.sequence,
  };
}

function decisionOf(row: OutputRow): CurrentDecision | null {
  const { human_decision: decision, decided_by: by, decision_source: source, decided_at: at } = row;
  if (decision === null || by === null || source === null || at === null) return null;
  return { decision, by, source, at };
}

function deadlineOf(row: OutputRow): Deadline | null {
  const { due_at: dueAt, respond_within_ms: within, on_deadline: action } = row;
  if (dueAt === null) return null;
  return {
    // One that was stored by a release that did not act is called for once more, which harms nobody.
    ...{ dueAt, action: action ?? 'escalate', withinMs: within === null ? null : Number(within) },
    ...{ actedAt: row.deadline_acted_at, escalatedAt: row.escalated_at },
  };
}

export interface TimelineEntry extends OutputKey {
  readonly at: Date;
  readonly stage: TimelineStage;
  readonly actor: string | null;
  readonly detail: string | null;
}

/** Adds to the timelines of outputs. */
export async function addToTimeline(
  tx: Transaction,
  entries: readonly TimelineEntry[],
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
