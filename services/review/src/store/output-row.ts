import type {
  DeadlineAction,
  Decision,
  DecisionSource,
  OutputStatus,
  Verdict,
} from '@output-review/contracts';

import type { Deadline } from '../domain/deadlines/deadline.ts';
import type { CurrentDecision, Output } from '../domain/output.ts';

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
  sequence, due_at, respond_within_ms, on_deadline, escalated_at, deadline_acted_at`;

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
