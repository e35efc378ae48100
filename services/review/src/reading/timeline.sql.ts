import type { SqlClient } from '@output-review/runtime';

import { readNotes } from '../details/detail.sql.ts';
import { IS_BLIND } from '../outputs/approvals.sql.ts';
import { type Evaluated, heldBecause, type OutputKey } from '../outputs/output.pure.ts';
import type { TimelineEvent } from '../outputs/outputs.sql.ts';

interface StagesRow extends Evaluated {
  readonly createdAt: Date;
  readonly queuedAt: Date;
  readonly evaluatedAt: Date | null;
  readonly run: number;
  readonly submission: string | null;
  readonly isBlind: boolean;
}

// A script that edits or flags an output can create any number of events.
const EVENTS_MAX = 1_000;

/** How an output arrived and its newest events, oldest first. Null if there is no such output. */
export async function findTimeline(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<TimelineEvent[] | null> {
  const [stages, events] = await Promise.all([
    db.query<StagesRow>(
      `SELECT created_at AS "createdAt", queued_at AS "queuedAt", evaluated_at AS "evaluatedAt", run, status,
         verdict, require_approval AS "requireApproval", rule_approvals IS NOT NULL AS "isAsked",
         submission, ${IS_BLIND} AS "isBlind"
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
  const shown = events.rows.map((event) =>
    row.isBlind && event.stage === 'approved' ? { ...event, actor: null } : event,
  );
  const all = [...stagesOf(row), ...shown];
  // A stable sort: events within a millisecond stay in the order of their stages.
  return all.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function stagesOf(row: StagesRow): TimelineEvent[] {
  const { submittedBy: submitter = null, ignoredFields: ignored = [] } = readNotes(row.submission);
  const stages: TimelineEvent[] = [
    {
      at: row.createdAt,
      stage: 'accepted',
      actor: submitter === null ? 'api' : `token:${submitter}`,
      detail: ignored.length > 0 ? `Ignored fields: ${ignored.join(', ')}` : null,
    },
  ];
  // Later runs have their own entries.
  const { evaluatedAt, queuedAt, verdict, status } = row;
  if (row.run === 1) {
    // Its result may be known before it is stored here.
    const at = evaluatedAt && evaluatedAt < queuedAt ? evaluatedAt : queuedAt;
    stages.push({ at, stage: 'queued', actor: null, detail: null });
  }
  if (evaluatedAt && status !== 'pending') {
    const event = { at: evaluatedAt, actor: null };
    stages.push({ ...event, stage: 'evaluated', detail: verdict ?? 'error' });
    const why = heldBecause(row);
    if (why !== null) stages.push({ ...event, stage: 'flagged', detail: why });
  }
  return stages;
}
