import type { Decision, DecisionSource, OutputStatus, Verdict } from '@output-review/contracts';

import { ASSIGNEE, type AssigneeOf } from '../assignments/assignments.sql.ts';
import type { ClaimRow } from '../claims/claims.sql.ts';
import type { FoundApprovals } from '../outputs/approvals.pure.ts';
import { APPROVALS_COLUMN } from '../outputs/approvals.sql.ts';
import { readMetadata } from '../outputs/contents.sql.ts';
import { EXCERPT_SOURCE_CHARACTERS, toExcerpt } from './details.pure.ts';

/** An output in a list, before it is presented. */
export interface FoundOutput extends ListedRow, ClaimRow, Omit<TextsRow, 'metadata'> {
  readonly metadata: Record<string, unknown>;
}

/** The list columns of an output, as `pg` returns them. */
export interface ListedRow {
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
  readonly assignee: AssigneeOf | null;
  readonly approvals: FoundApprovals | null;
  readonly callbackUrlSealed: string | null;
  /** Null for none. */
  readonly tags: string[] | null;
}

/** The potentially large parts of an output. */
export interface TextsRow {
  readonly metadata: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly explanation: string | null;
  /** The beginning of the output, or of the summary of its action. */
  readonly excerpt: string | null;
}

/** SQL for the texts, by field name. */
export const TEXT_COLUMNS: Readonly<Record<keyof TextsRow, string>> = {
  metadata: 'body.metadata',
  input: 'body.input',
  output: 'body.output',
  explanation: 'result.explanation',
  // Reads only the beginning of the text.
  excerpt: `coalesce(
    nullif(left(body.output, ${EXCERPT_SOURCE_CHARACTERS}), ''), body.action::json ->> 'summary')`,
};

/**
 * SQL for the name of the project or task of a row with their IDs. A subquery per row, not a join: each further join
 * doubles the planning time, and most lists are short.
 */
export const nameOf = (kind: 'project' | 'task', row: string): string => `(
  SELECT name FROM names n
  WHERE n.workspace_id = ${row}.workspace_id AND n.kind = '${kind}' AND n.id = ${row}.${kind}_id)`;

// A run that ended in error has no verdict, whatever an earlier run or the result of a dead-letter submission left in
// the rows.
const ofVerdict = (column: string): string =>
  `CASE WHEN o.status NOT IN ('pending', 'error') THEN o.${column} END`;

/** All except the texts. */
export const LISTED_COLUMNS = `
  o.workspace_id AS "workspaceId", o.id, o.timestamp, o.created_at AS "createdAt",
  nullif(o.project_id, '') AS "projectId", ${nameOf('project', 'o')} AS "projectName",
  ${nameOf('task', 'o')} AS "taskName", o.session_id AS "sessionId", o.subject_id AS "subjectId",
  o.actor_id AS "actorId", o.model, o.status, o.instructions_version AS "instructionsVersion",
  o.latency_ms AS "latencyMs", o.cost_usd AS "costUsd", ${ofVerdict('verdict')} AS verdict,
  ${ofVerdict('confidence_score')} AS "confidenceScore", o.human_decision AS "humanDecision",
  o.decided_at AS "decidedAt", o.decided_by AS "decidedBy", o.decision_source AS "decisionSource",
  o.due_at AS "dueAt", o.sampled, o.tags, body.callback_url_sealed AS "callbackUrlSealed",
  ${ASSIGNEE} AS assignee, ${APPROVALS_COLUMN}`;

/** Joins a set of outputs `o` with their texts. */
export const TEXT_JOINS = `
  LEFT JOIN output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
  LEFT JOIN output_results result ON result.workspace_id = o.workspace_id AND result.id = o.id`;

/** The texts of an output with this status. A run in progress has no explanation yet. */
export function toTexts(
  { metadata, input, output, explanation, excerpt }: TextsRow,
  status: OutputStatus,
): Pick<FoundOutput, keyof TextsRow> {
  return {
    metadata: readMetadata(metadata),
    input,
    output,
    explanation: status === 'pending' ? null : explanation,
    excerpt: toExcerpt(excerpt),
  };
}

export type TextName = keyof TextsRow;

export const TEXT_NAMES = Object.keys(TEXT_COLUMNS) as TextName[];

/** The texts among the requested fields. All if `fields` is null. */
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
