import type { Decision, DecisionSource, OutputStatus, Verdict } from '@output-review/contracts';

import { ASSIGNEE, type AssigneeOf } from '../assignments/assignments.sql.ts';
import type { ClaimRow } from '../claims/claims.sql.ts';
import type { FoundApprovals } from '../outputs/approvals.pure.ts';
import { APPROVALS_COLUMN } from '../outputs/approvals.sql.ts';
import { EXCERPT_SOURCE_CHARACTERS, toExcerpt } from './details.pure.ts';

/** An output as a list shows it, before it is presented. */
export interface FoundOutput {
  readonly workspaceId: string;
  readonly id: string;
  readonly timestamp: Date;
  readonly createdAt: Date;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly status: OutputStatus;
  readonly instructionsVersion: number | null;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  readonly humanDecision: Decision | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decisionSource: DecisionSource | null;
  readonly dueAt: Date | null;
  readonly sampled: boolean;
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
  readonly assignee: AssigneeOf | null;
  readonly approvals: FoundApprovals | null;
  readonly callbackUrlSealed: string | null;
  readonly metadata: Record<string, unknown>;
  readonly tags: readonly string[];
  readonly input: string | null;
  readonly output: string | null;
  readonly explanation: string | null;
  readonly excerpt: string | null;
}

/** The columns of an output in a list, as `pg` gives them. */
export interface ListedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly timestamp: Date;
  readonly created_at: Date;
  readonly project_id: string;
  readonly project_name: string | null;
  readonly task_name: string | null;
  readonly session_id: string | null;
  readonly subject_id: string | null;
  readonly actor_id: string | null;
  readonly model: string | null;
  readonly status: OutputStatus;
  readonly instructions_version: number | null;
  readonly latency_ms: number | null;
  readonly cost_usd: number | null;
  readonly verdict: Verdict | null;
  readonly confidence_score: number | null;
  readonly human_decision: Decision | null;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly decision_source: DecisionSource | null;
  readonly due_at: Date | null;
  readonly sampled: boolean;
  readonly callback_url_sealed: string | null;
  readonly tags: string[] | null;
  readonly assignee: AssigneeOf | null;
  readonly approvals: FoundApprovals | null;
}

/** What of an output may be large. */
export interface TextsRow {
  readonly metadata: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly explanation: string | null;
  /** The beginning of the output, or of what its action would do. */
  readonly excerpt: string | null;
}

/** SQL for the texts, by the name of their field. */
export const TEXT_COLUMNS: Readonly<Record<keyof TextsRow, string>> = {
  metadata: 'body.metadata',
  input: 'body.input',
  output: 'body.output',
  explanation: 'result.explanation',
  // The beginning of a text is read without the rest of it.
  excerpt: `coalesce(
    nullif(left(body.output, ${EXCERPT_SOURCE_CHARACTERS}), ''), body.action::json ->> 'summary')`,
};

/**
 * SQL for the name of the project or the task of a row that has their ids. It is looked up for each row instead of joined:
 * planning a join takes twice the time with each table more, and most lists are short.
 */
export const nameOf = (kind: 'project' | 'task', row: string): string => `(
  SELECT name FROM names n
  WHERE n.workspace_id = ${row}.workspace_id AND n.kind = '${kind}' AND n.id = ${row}.${kind}_id)`;

/** All but the texts. */
export const LISTED_COLUMNS = `
  o.workspace_id, o.id, o.timestamp, o.created_at, o.project_id, ${nameOf('project', 'o')} AS project_name,
  ${nameOf('task', 'o')} AS task_name, o.session_id, o.subject_id, o.actor_id, o.model, o.status,
  o.instructions_version, o.latency_ms, o.cost_usd, o.verdict, o.confidence_score, o.human_decision,
  o.decided_at, o.decided_by, o.decision_source, o.due_at, o.sampled, o.tags, body.callback_url_sealed,
  ${ASSIGNEE} AS assignee, ${APPROVALS_COLUMN}`;

/** From `o`, a set of outputs, to their texts. */
export const TEXT_JOINS = `
  LEFT JOIN output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
  LEFT JOIN output_results result ON result.workspace_id = o.workspace_id AND result.id = o.id`;

export function toFoundOutput(row: ListedRow & TextsRow & ClaimRow): FoundOutput {
  // A run that erred has no verdict, whatever an earlier run or a result beside a set-aside
  // submission has left in the rows.
  const hasVerdict = row.status !== 'pending' && row.status !== 'error';
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    timestamp: row.timestamp,
    createdAt: row.created_at,
    projectId: row.project_id === '' ? null : row.project_id,
    projectName: row.project_name,
    taskName: row.task_name,
    sessionId: row.session_id,
    subjectId: row.subject_id,
    actorId: row.actor_id,
    model: row.model,
    status: row.status,
    instructionsVersion: row.instructions_version,
    latencyMs: row.latency_ms,
    costUsd: row.cost_usd,
    verdict: hasVerdict ? row.verdict : null,
    confidenceScore: hasVerdict ? row.confidence_score : null,
    humanDecision: row.human_decision,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    decisionSource: row.decision_source,
    dueAt: row.due_at,
    sampled: row.sampled,
    claimedBy: row.claimed_by,
    claimedUntil: row.claimed_until,
    assignee: row.assignee,
    approvals: row.approvals,
    callbackUrlSealed: row.callback_url_sealed,
    tags: row.tags ?? [],
    ...toTexts(row, row.status),
  };
}

/** The texts of an output of this status. A run that has not ended has no words yet. */
export function toTexts(
  { metadata, input, output, explanation, excerpt }: TextsRow,
  status: OutputStatus,
): Pick<FoundOutput, keyof TextsRow> {
  return {
    metadata: metadata === null ? {} : (JSON.parse(metadata) as Record<string, unknown>),
    input,
    output,
    explanation: status === 'pending' ? null : explanation,
    excerpt: toExcerpt(excerpt),
  };
}

export type TextName = keyof TextsRow;

export const TEXT_NAMES = Object.keys(TEXT_COLUMNS) as TextName[];

/** The texts among the columns that were asked for; all of them where that is null. */
export function textsAmong(fields: readonly string[] | null): TextName[] {
  return TEXT_NAMES.filter((name) => fields === null || fields.includes(name));
}

/** SQL for all the texts of an output, empty unless they are wanted and the condition holds. */
export function selectTexts(wanted: readonly TextName[], condition: string): string {
  return TEXT_NAMES.map((name) =>
    wanted.includes(name)
      ? `CASE WHEN ${condition} THEN ${TEXT_COLUMNS[name]} END AS ${name}`
      : `NULL AS ${name}`,
  ).join(', ');
}
