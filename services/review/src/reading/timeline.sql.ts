import type { OutputStatus, Verdict } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { SubmissionNotes } from '../intake/columns.ts';
import { IS_BLIND } from '../outputs/approvals.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import type { TimelineEvent } from '../outputs/outputs.sql.ts';
import { heldBecause } from '../runs/runs.pure.ts';

interface StagesRow {
  readonly created_at: Date;
  readonly queued_at: Date;
  readonly evaluated_at: Date | null;
  readonly run: number;
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly require_approval: boolean;
  readonly is_asked: boolean;
  readonly submission: string | null;
  readonly is_blind: boolean;
}

// Whoever edits or flags an output by a script makes any number of them.
const EVENTS_MAX = 1_000;

/** How an output came, and the newest of what happened to it, oldest first; null where it is not there. */
export async function findTimeline(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<TimelineEvent[] | null> {
  const [stages, events] = await Promise.all([
    db.query<StagesRow>(
      `SELECT created_at, queued_at, evaluated_at, run, status, verdict, require_approval,
         rule_approvals IS NOT NULL AS is_asked,
         submission, ${IS_BLIND} AS is_blind
       FROM outputs o LEFT JOIN output_bodies b USING (workspace_id, id)
       WHERE workspace_id = $1 AND id = $2 AND visible`,
      [workspaceId, id],
    ),
    db.query<TimelineEvent>(
      `SELECT at, stage, actor, detail FROM (
         SELECT n, at, stage, actor, detail FROM timeline
         WHERE workspace_id = $1 AND output_id = $2 ORDER BY n DESC LIMIT ${EVENTS_MAX}
       ) newest ORDER BY n`,
      [workspaceId, id],
    ),
  ]);
  const row = stages.rows[0];
  if (!row) return null;
  const told = events.rows.map((event) =>
    row.is_blind && event.stage === 'approved' ? { ...event, actor: null } : event,
  );
  const all = [...stagesOf(row), ...told];
  // A stable sort: what happened in one millisecond stays in the order of its stages.
  return all.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function stagesOf(row: StagesRow): TimelineEvent[] {
  const notes = row.submission === null ? null : (JSON.parse(row.submission) as SubmissionNotes);
  const submitter = notes?.submittedBy ?? null;
  const ignored = notes?.ignoredFields ?? [];
  const stages: TimelineEvent[] = [
    {
      at: row.created_at,
      stage: 'accepted',
      actor: submitter === null ? 'api' : `token:${submitter}`,
      detail: ignored.length > 0 ? `Ignored fields: ${ignored.join(', ')}` : null,
    },
  ];
  // Later runs have their own entries.
  const { evaluated_at: evaluatedAt, queued_at: queuedAt, verdict, status } = row;
  if (row.run === 1) {
    // Its result may be known before it is taken in here.
    const at = evaluatedAt && evaluatedAt < queuedAt ? evaluatedAt : queuedAt;
    stages.push({ at, stage: 'queued', actor: null, detail: null });
  }
  if (evaluatedAt && status !== 'pending') {
    const event = { at: evaluatedAt, actor: null };
    stages.push({ ...event, stage: 'evaluated', detail: verdict ?? 'error' });
    const { require_approval: requireApproval, is_asked: isAsked } = row;
    const why = heldBecause({ status, verdict, requireApproval, isAsked });
    if (why !== null) stages.push({ ...event, stage: 'flagged', detail: why });
  }
  return stages;
}
