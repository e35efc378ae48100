import type { OutputDetail } from '@output-review/contracts';
import type { Static } from '@sinclair/typebox';

import type { DetailRow, PastDecision } from '../details/detail.sql.ts';
import type { ListedRow, TextsRow } from '../details/listed.sql.ts';
import { presentCallbackUrl, type Viewer } from '../details/present.ts';
import { presentApprovals } from '../outputs/approvals.pure.ts';
import { readAttachments } from '../outputs/contents.sql.ts';
import type { DecidedRow, FullRow, PairRow } from './export.sql.ts';
import { type Cell, type Columns, Json } from './lines.pure.ts';
import type { RuleTexts } from './rule-texts.ts';

// Columns read rows as the database returns them. `presentDetail` does the same for a found output, and a test compares
// both.

/** Fields that need further lookups, repeat a part of another column, or depend on the moment or the viewer. */
type LeftOut =
  | 'claimedBy'
  | 'claimedUntil'
  | 'excerpt'
  | 'mayNotApprove'
  | 'revisions'
  | 'sessionTurnCount';
type FullName = Exclude<keyof Static<typeof OutputDetail>, LeftOut>;

const timeOf = (time: Date | null): Cell => time?.toISOString() ?? null;
const jsonOf = (text: string | null, otherwise: string | null): Cell => {
  const json = text ?? otherwise;
  return json === null ? null : new Json(json);
};
const listOf = (items: readonly unknown[]): Cell =>
  new Json(items.length === 0 ? '[]' : JSON.stringify(items));

const LISTED = {
  id: (row) => row.id,
  timestamp: (row) => timeOf(row.timestamp),
  projectId: (row) => row.projectId,
  projectName: (row) => row.projectName,
  taskName: (row) => row.taskName,
  sessionId: (row) => row.sessionId,
  subjectId: (row) => row.subjectId,
  actorId: (row) => row.actorId,
  model: (row) => row.model,
  status: (row) => row.status,
  instructionsVersion: (row) => row.instructionsVersion,
  latencyMs: (row) => row.latencyMs,
  costUsd: (row) => row.costUsd,
  verdict: (row) => row.verdict,
  confidenceScore: (row) => row.confidenceScore,
  humanDecision: (row) => row.humanDecision,
  decidedAt: (row) => timeOf(row.decidedAt),
  decidedBy: (row) => row.decidedBy,
  decisionSource: (row) => row.decisionSource,
  tags: (row) => listOf(row.tags ?? []),
  respondBy: (row) => timeOf(row.dueAt),
  sampled: (row) => row.sampled,
  assignee: (row) => row.assignee && new Json(JSON.stringify(row.assignee)),
  workspaceId: (row) => row.workspaceId,
  createdAt: (row) => timeOf(row.createdAt),
} satisfies Columns<ListedRow>;

const TEXTS = {
  metadata: (row) => jsonOf(row.metadata, '{}'),
  input: (row) => row.input,
  output: (row) => row.output,
  explanation: (row) => (row.status === 'pending' ? null : row.explanation),
} satisfies Columns<ListedRow & TextsRow>;

const filesOf = (row: DetailRow) =>
  row.attachments === null ? [] : readAttachments(row.attachments);

const DETAIL = {
  confidence: (row) => row.confidence,
  requireApproval: (row) => row.requireApproval,
  action: (row) => jsonOf(row.action, null),
  aiAction: (row) => jsonOf(row.action, null),
  revisionOf: (row) => row.revisionOf,
  flaggedBy: (row) => row.flaggedBy,
  flagReason: (row) => row.flagReason,
  escalatedAt: (row) => timeOf(row.escalatedAt),
  mediaBytes: (row) => filesOf(row).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  attachments: (row) =>
    listOf(filesOf(row).map((file) => ({ ...file, url: `/api/media/${file.key}` }))),
} satisfies Columns<DetailRow>;

const standingOf = ({ past }: FullRow): PastDecision | undefined =>
  past.find(({ clearedAt }) => clearedAt === null);

const NOTED = {
  submittedBy: (row) => row.notes.submittedBy ?? null,
  callbackEvents: (row) => row.notes.callbackEvents ?? 'all',
  onDeadline: (row) => row.notes.onDeadline ?? 'escalate',
  comment: (row) => standingOf(row)?.comment ?? null,
  correctedOutput: (row) => standingOf(row)?.correctedOutput ?? null,
  correctedAction: (row) => {
    const action = standingOf(row)?.correctedAction ?? null;
    return action && new Json(JSON.stringify(action));
  },
  reasonIds: (row) => listOf(standingOf(row)?.reasonIds ?? []),
  decisions: (row) => listOf(row.past),
} satisfies Columns<FullRow>;

const approvalsOf = (row: FullRow, { principal }: Viewer): Cell => {
  const approvals = presentApprovals(row.approvals, principal);
  return approvals && new Json(JSON.stringify(approvals));
};

/** An output as `GET /api/logs/{id}` returns it. */
export function fullColumns(
  viewer: Viewer,
  texts: RuleTexts,
): Readonly<Record<FullName, (row: FullRow) => Cell>> {
  return {
    ...LISTED,
    callbackUrl: (row) => presentCallbackUrl(row.callbackUrlSealed, viewer),
    ...TEXTS,
    ...DETAIL,
    ...NOTED,
    approvals: (row) => approvalsOf(row, viewer),
    appliedRules: (row) => new Json(texts.write(row.rules)),
  };
}

const { id, timestamp, createdAt, projectId, projectName, taskName, model } = LISTED;
const { instructionsVersion, status, verdict, confidenceScore } = LISTED;
const { humanDecision, decisionSource, decidedBy, decidedAt } = LISTED;

/** A decided output, flat, with its current decision. */
export const DECISION_COLUMNS: Columns<DecidedRow> = {
  ...{ id, timestamp, createdAt, projectId, projectName, taskName, model },
  ...{ instructionsVersion, status, verdict, confidenceScore },
  flaggedBy: (row) => row.flaggedBy,
  flagReason: (row) => row.flagReason,
  ...{ humanDecision, decisionSource, decidedBy, decidedAt },
  comment: (row) => row.comment,
  correctedOutput: (row) => row.correctedOutput,
  correctedAction: (row) => jsonOf(row.correctedAction, null),
  reasonIds: (row) => listOf(row.reasonIds),
};

/** A corrected text and the original text of the AI. */
export const PREFERENCE_COLUMNS: Columns<PairRow> = {
  input: (row) => row.input,
  chosen: (row) => row.chosen,
  rejected: (row) => row.rejected,
  project: (row) => row.project,
  task: (row) => row.task,
  model: (row) => row.model,
  id: (row) => row.id,
};
