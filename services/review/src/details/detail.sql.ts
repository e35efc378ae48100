import type {
  AppliedRule,
  FileData,
  JudgedContentData,
  OutputDetail,
  OutputsSubmitted,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { CLAIM_COLUMNS, CLAIM_JOIN, type ClaimRow } from '../claims/claims.sql.ts';
import { readAppliedRules } from '../intake/applied-rules.ts';
import type { SubmissionNotes } from '../intake/columns.ts';
import { bytesOf, readAction, readAttachments } from '../outputs/contents.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import {
  type FoundOutput,
  LISTED_COLUMNS,
  type ListedRow,
  selectTexts,
  TEXT_JOINS,
  textsAmong,
  type TextsRow,
  toTexts,
} from './listed.sql.ts';

type Revision = (typeof OutputDetail.static)['revisions'][number];
export type PastDecision = (typeof OutputDetail.static)['decisions'][number];

/** One output with everything that review stores about it. */
export interface FoundDetail extends FoundOutput, OwnColumns {
  readonly submittedBy: string | null;
  readonly callbackEvents: OutputsSubmitted['callbackEvents'];
  readonly onDeadline: OutputsSubmitted['onDeadline'];
  readonly action: JudgedContentData['action'];
  readonly revisions: readonly Revision[];
  readonly decisions: readonly PastDecision[];
  readonly applied: readonly AppliedRule[];
  /** The outcomes of shadow rules so far. */
  readonly shadow: readonly AppliedRule[];
  readonly attachments: readonly FileData[];
}

/** Columns that are returned as stored. */
interface OwnColumns {
  readonly requireApproval: boolean;
  readonly revisionOf: string | null;
  readonly flaggedBy: string | null;
  readonly flagReason: string | null;
  readonly escalatedAt: Date | null;
  readonly confidence: number | null;
}

/** The row of one output, as `pg` returns it. */
export interface DetailRow extends ListedRow, TextsRow, OwnColumns {
  readonly action: string | null;
  readonly submission: string | null;
  readonly attachments: string | null;
  readonly applied: string | null;
}

/** One visible output with everything that belongs to it, null if it does not exist. */
export async function findDetail(db: SqlClient, key: OutputKey): Promise<FoundDetail | null> {
  const [row, revisions, decisions] = await Promise.all([
    findRow(db, key),
    findRevisions(db, key),
    findDecisions(db, key),
  ]);
  if (!row) return null;
  const notes = readNotes(row.submission);
  const isEvaluated = row.status !== 'pending';
  return {
    ...row,
    ...toTexts(row, row.status),
    submittedBy: notes.submittedBy ?? null,
    callbackEvents: notes.callbackEvents ?? 'all',
    onDeadline: notes.onDeadline ?? 'escalate',
    action: readAction(row.action),
    ...{ revisions, decisions },
    attachments: readAttachments(row.attachments),
    applied: isEvaluated ? readAppliedRules(row.applied) : [],
    shadow: isEvaluated ? readAppliedRules(row.shadow) : [],
  };
}

/** The columns of an output's own row that lists do not have. */
export const DETAIL_COLUMNS = `
  o.require_approval AS "requireApproval", o.revision_of AS "revisionOf", o.flagged_by AS "flaggedBy",
  o.escalated_at AS "escalatedAt", body.confidence, body.action, body.submission, body.attachments,
  result.flag_reason AS "flagReason", result.applied`;

type FoundRow = DetailRow & ClaimRow & { readonly shadow: string | null };

async function findRow(db: SqlClient, { workspaceId, id }: OutputKey): Promise<FoundRow | null> {
  const { rows } = await db.query<FoundRow>(
    `SELECT ${LISTED_COLUMNS}, ${selectTexts(textsAmong(null), 'true')}, ${DETAIL_COLUMNS},
       ${CLAIM_COLUMNS}, shadow.applied AS shadow
     FROM outputs o ${TEXT_JOINS} ${CLAIM_JOIN}
       LEFT JOIN shadow_results shadow
         ON shadow.workspace_id = o.workspace_id AND shadow.id = o.id AND shadow.run = o.run
     WHERE o.workspace_id = $1 AND o.id = $2 AND o.visible`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** All versions in the output's chain, oldest first, without deleted ones. */
async function findRevisions(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<FoundDetail['revisions']> {
  const { rows } = await db.query<Omit<Revision, 'createdAt'> & { readonly createdAt: Date }>(
    `WITH RECURSIVE earlier AS (
       SELECT id, revision_of FROM outputs WHERE workspace_id = $1 AND id = $2
       UNION
       SELECT o.id, o.revision_of FROM earlier e
         JOIN outputs o ON o.workspace_id = $1 AND o.id = e.revision_of
     ), chain AS (
       SELECT id FROM earlier
       UNION
       SELECT o.id FROM chain c JOIN outputs o ON o.workspace_id = $1 AND o.revision_of = c.id
     )
     SELECT o.id, o.created_at AS "createdAt", o.status, o.human_decision AS "humanDecision"
     FROM chain JOIN outputs o ON o.workspace_id = $1 AND o.id = chain.id
     WHERE o.visible ORDER BY o.created_at, o.id`,
    [workspaceId, id],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** A decision with its number within its output. The number is internal. */
export type NumberedDecision = PastDecision & { readonly n: number };

/** The size of the texts of a decision in bytes. */
export const DECISION_BYTES = bytesOf('comment', 'corrected_output', 'corrected_action');

// The limit in the contract for the texts of decisions.
const DECISIONS_BYTES_MAX = 2 * 1024 * 1024;

/**
 * SQL for the decisions of an output. Overrides are unlimited, so only the newest decisions and the current one have
 * their texts. The other texts are not even read.
 */
export function selectDecisions(workspaceId: string, outputId: string): string {
  const ifIncluded = (column: string) => `CASE WHEN is_included THEN ${column} END`;
  const time = (column: string) =>
    `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return `
    SELECT n, decision, ${ifIncluded('comment')} AS comment, decided_by AS by, source,
      ${ifIncluded('corrected_output')} AS "correctedOutput",
      ${ifIncluded('corrected_action')}::json AS "correctedAction",
      coalesce(reason_ids, '{}') AS "reasonIds", ${time('at')} AS at, ${time('cleared_at')} AS "clearedAt"
    FROM (
      SELECT *, cleared_at IS NULL
        OR sum(${DECISION_BYTES}) OVER (ORDER BY n DESC) <= ${DECISIONS_BYTES_MAX} AS is_included
      FROM decisions WHERE workspace_id = ${workspaceId} AND output_id = ${outputId}
    ) sized`;
}

async function findDecisions(db: SqlClient, { workspaceId, id }: OutputKey) {
  const { rows } = await db.query<NumberedDecision>(`${selectDecisions('$1', '$2')} ORDER BY n`, [
    workspaceId,
    id,
  ]);
  return rows.map(toPastDecision);
}

export const toPastDecision = ({ n: _, ...decision }: NumberedDecision): PastDecision => decision;

/** Empty for the row of a dead-letter submission. */
export function readNotes(text: string | null): Partial<SubmissionNotes> {
  return text === null ? {} : (JSON.parse(text) as SubmissionNotes);
}

/** The number of outputs in each of these sessions. */
export async function countTurns(
  db: SqlClient,
  workspaceId: string,
  sessionIds: readonly string[],
): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; n: number }>(
    `SELECT session_id AS id, count(*)::float8 AS n FROM outputs
       WHERE workspace_id = $1 AND session_id = ANY ($2::text[]) AND visible GROUP BY 1`,
    [workspaceId, sessionIds],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Names of projects and tasks by ID. */
export async function findNamesOf(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; name: string }>(
    'SELECT id, name FROM names WHERE workspace_id = $1 AND id = ANY ($2::text[])',
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
