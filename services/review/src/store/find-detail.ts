import type { SqlClient } from '@output-review/runtime';

import type { OutputKey } from '../domain/output.ts';
import type { FoundDetail } from '../use-cases/output-detail.ts';
import { readAppliedRules } from './applied-rules-text.ts';
import { readAttachments } from './attachments-text.ts';
import { readAction } from './find-contents.ts';
import {
  LISTED_COLUMNS,
  LISTED_JOINS,
  type ListedRow,
  type TextsRow,
  toFoundOutput,
} from './listed-row.ts';
import { selectTexts, textsAmong } from './search/page-texts.ts';
import type { SubmissionNotes } from './submission-rows.ts';

interface DetailRow extends ListedRow, TextsRow {
  readonly require_approval: boolean;
  readonly revision_of: string | null;
  readonly flagged_by: string | null;
  readonly escalated_at: Date | null;
  readonly confidence: number | null;
  readonly action: string | null;
  readonly submission: string | null;
  readonly attachments: string | null;
  readonly flag_reason: string | null;
  readonly applied: string | null;
}

/** One visible output with everything that belongs to it; null where it is not there. */
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
    ...toFoundOutput(row),
    submittedBy: notes.submittedBy ?? null,
    confidence: row.confidence,
    callbackEvents: notes.callbackEvents ?? 'all',
    onDeadline: notes.onDeadline ?? 'escalate',
    requireApproval: row.require_approval,
    action: readAction(row.action),
    revisionOf: row.revision_of,
    revisions,
    flaggedBy: row.flagged_by,
    flagReason: row.flag_reason,
    escalatedAt: row.escalated_at,
    decisions,
    attachments: readAttachments(row.attachments),
    applied: isEvaluated ? readAppliedRules(row.applied) : [],
  };
}

async function findRow(db: SqlClient, { workspaceId, id }: OutputKey): Promise<DetailRow | null> {
  const { rows } = await db.query<DetailRow>(
    `SELECT ${LISTED_COLUMNS}, ${selectTexts(textsAmong(null), 'true')}, o.require_approval, o.revision_of, o.flagged_by, o.escalated_at,
       body.confidence, body.action, body.submission, body.attachments, result.flag_reason, result.applied
     FROM outputs o ${LISTED_JOINS}
     WHERE o.workspace_id = $1 AND o.id = $2 AND o.visible`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** The whole chain of versions that the output is in, deleted ones left out, oldest first. */
async function findRevisions(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<FoundDetail['revisions']> {
  const { rows } = await db.query<{
    id: string;
    created_at: Date;
    status: FoundDetail['status'];
    human_decision: FoundDetail['humanDecision'];
  }>(
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
     SELECT o.id, o.created_at, o.status, o.human_decision
     FROM chain JOIN outputs o ON o.workspace_id = $1 AND o.id = chain.id
     WHERE o.visible ORDER BY o.created_at, o.id`,
    [workspaceId, id],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status,
    humanDecision: row.human_decision,
  }));
}

type PastDecision = FoundDetail['decisions'][number];

interface DecisionRow extends Pick<PastDecision, 'decision' | 'comment' | 'by' | 'source'> {
  readonly corrected_output: string | null;
  readonly at: Date;
  readonly cleared_at: Date | null;
}

async function findDecisions(db: SqlClient, { workspaceId, id }: OutputKey) {
  const { rows } = await db.query<DecisionRow>(
    `SELECT decision, comment, corrected_output, decided_by AS by, source, at, cleared_at
     FROM decisions WHERE workspace_id = $1 AND output_id = $2 ORDER BY n`,
    [workspaceId, id],
  );
  return rows.map(({ corrected_output: correctedOutput, at, cleared_at: clearedAt, ...rest }) => ({
    ...rest,
    correctedOutput,
    at: at.toISOString(),
    clearedAt: clearedAt?.toISOString() ?? null,
  }));
}

/** Empty for a row that stands for a submission that was set aside. */
function readNotes(text: string | null): Partial<SubmissionNotes> {
  return text === null ? {} : (JSON.parse(text) as SubmissionNotes);
}
