import {
  type Decision,
  type OutputStatus,
  STREAMED_EVENTS,
  type StreamedEvent,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { AssigneeOf } from '../assignments/assignments.sql.ts';
import type { Happened, Position } from './position.pure.ts';

// The maximum per turn: some 300 KB for a follower of all workspaces.
const PAGE_ROWS_MAX = 1_000;
// A page that was away for longer reloads its data, which costs less than sending all events.
const GAP_EVENTS_MAX = 1_000;
// Across all workspaces: some 20 ms of reading along the key.
const GAP_ROWS_MAX = 20_000;

export interface LogPage {
  readonly events: readonly Happened[];
  /** The log was read up to this position, and no more events will appear before it. */
  readonly edge: Position;
  readonly isFull: boolean;
}

export interface Gap {
  readonly workspaceId: string;
  readonly after: Position;
  readonly upTo: Position;
}

/**
 * The position before which no more events will appear in `output_events`, although its writers are not coordinated.
 */
export async function findEdge(client: SqlClient): Promise<Position> {
  const { rows } = await client.query<{ edge: string }>({
    name: 'stream-edge',
    text: 'SELECT pg_snapshot_xmin(pg_current_snapshot()) AS edge',
  });
  return edgeOf(rows[0]);
}

/** The events of all workspaces after a position, in order. */
export async function readAfter(client: SqlClient, { xid, n }: Position): Promise<LogPage> {
  const { rows } = await client.query<EventRow & EdgeRow>({
    name: 'stream-tail',
    text: READ_AFTER,
    values: [String(xid), String(n), PAGE_ROWS_MAX],
  });
  const events = rows.flatMap(toHappened);
  const isFull = rows.length === PAGE_ROWS_MAX;
  const last = isFull ? positionOf(rows.at(-1)) : null;
  return { events, isFull, edge: last ?? edgeOf(rows[0]) };
}

/** The events of a workspace in between, null if there are too many or they are no longer stored. */
export async function readGap(
  client: SqlClient,
  { workspaceId, after, upTo }: Gap,
): Promise<readonly Happened[] | null> {
  const { rows } = await client.query<EventRow & GapRow>({
    name: 'stream-gap',
    text: READ_GAP,
    values: [
      workspaceId,
      ...[String(after.xid), String(after.n), String(upTo.xid), String(upTo.n)],
      ...[GAP_ROWS_MAX + 1, GAP_EVENTS_MAX + 1],
    ],
  });
  const [first] = rows;
  const isLost = !first || first.is_trimmed || first.is_foreign;
  if (isLost || Number(first.passed) > GAP_ROWS_MAX || rows.length > GAP_EVENTS_MAX) return null;
  return rows.flatMap(toHappened);
}

const COLUMNS =
  'xid, n, workspace_id, output_id, event, at, project_id, task_id, status, decision, decided_by, ' +
  'claimed_by, claimed_until, assignee';

/**
 * The rows of a transaction become visible at its commit, wherever they are in the order. So reading stops before the
 * oldest open transaction. Everything before it is final.
 */
const READ_AFTER = `
  WITH settled AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS edge)
  SELECT settled.edge, happened.*
  FROM settled LEFT JOIN LATERAL (
    SELECT ${COLUMNS} FROM output_events
    WHERE (xid, n) > ($1::xid8, $2::bigint) AND xid < settled.edge
    ORDER BY xid, n LIMIT $3
  ) happened ON true
  ORDER BY happened.xid, happened.n`;

/** A position that this server has not reached comes from another server whose dump was restored here. */
const READ_GAP = `
  WITH passed AS MATERIALIZED (
    SELECT ${COLUMNS} FROM output_events
    WHERE (xid, n) > ($2::xid8, $3::bigint) AND (xid, n) <= ($4::xid8, $5::bigint)
    ORDER BY xid, n LIMIT $6
  ), known AS (
    SELECT
      (SELECT count(*) FROM passed) AS passed,
      coalesce((SELECT xid >= $2::xid8 FROM output_events_trimmed), false) AS is_trimmed,
      $2::xid8 > pg_snapshot_xmin(pg_current_snapshot()) AS is_foreign
  )
  SELECT known.*, happened.*
  FROM known LEFT JOIN (
    SELECT * FROM passed WHERE workspace_id = $1 ORDER BY xid, n LIMIT $7
  ) happened ON true
  ORDER BY happened.xid, happened.n`;

interface EdgeRow {
  readonly edge: string;
}

interface GapRow {
  readonly passed: string;
  readonly is_trimmed: boolean;
  readonly is_foreign: boolean;
}

/** All null if the log had no event. */
interface EventRow {
  readonly xid: string | null;
  readonly n: string;
  readonly workspace_id: string;
  readonly output_id: string;
  readonly event: string;
  readonly at: Date;
  readonly project_id: string | null;
  readonly task_id: string | null;
  readonly status: OutputStatus | null;
  readonly decision: Decision | null;
  readonly decided_by: string | null;
  readonly claimed_by: string | null;
  readonly claimed_until: Date | null;
  readonly assignee: AssigneeOf | null;
}

function edgeOf(row: EdgeRow | undefined): Position {
  if (!row) throw new Error('PostgreSQL returned no snapshot');
  return { xid: BigInt(row.edge), n: 0n };
}

function positionOf(row: EventRow | undefined): Position | null {
  return row?.xid === null || !row ? null : { xid: BigInt(row.xid), n: BigInt(row.n) };
}

function toHappened(row: EventRow): Happened[] {
  const position = positionOf(row);
  if (!position || !isStreamed(row.event)) return [];
  const data = {
    id: row.output_id,
    at: row.at.toISOString(),
    projectId: row.project_id,
    taskId: row.task_id,
    status: row.status,
    humanDecision: row.decision,
    decidedBy: row.decided_by,
    claimedBy: row.claimed_by,
    claimedUntil: row.claimed_until?.toISOString() ?? null,
    assignee: row.assignee,
  };
  return [{ position, workspaceId: row.workspace_id, event: row.event, data }];
}

/** A replica of a later release may write further events while this one still runs. */
function isStreamed(event: string): event is StreamedEvent {
  return (STREAMED_EVENTS as readonly string[]).includes(event);
}

// Small, so that it blocks no reader and delays a shutdown only briefly.
const TRIM_ROWS_MAX = 5_000;

/**
 * Deletes events that streams no longer need, a few rows at a time, and records the position: a stream that would
 * resume before it has missed events. Keeps events that are not counted yet.
 */
export async function trimEvents(
  client: SqlClient,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  await client.query(DROP_FOREIGN);
  for (let isMore = true; isMore && !signal.aborted;) {
    const { rows } = await client.query<{ n: string }>(TRIM, [before, TRIM_ROWS_MAX]);
    isMore = Number(rows[0]?.n ?? 0) === TRIM_ROWS_MAX;
  }
}

const TRIM = `
  WITH oldest AS (
    SELECT xid, n, at FROM output_events ORDER BY xid, n LIMIT $2
  ), gone AS (
    DELETE FROM output_events e USING oldest o
    WHERE e.xid = o.xid AND e.n = o.n AND o.at < $1
      AND (o.xid, o.n) <= (SELECT xid, n FROM statistics_progress)
    RETURNING e.xid
  ), marked AS (
    INSERT INTO output_events_trimmed AS t (xid)
    SELECT xid FROM gone ORDER BY xid DESC LIMIT 1
    ON CONFLICT (is_only) DO UPDATE SET xid = greatest(t.xid, excluded.xid)
  )
  SELECT count(*) AS n FROM gone`;

/**
 * After a restored dump: its transaction IDs may be ahead of this server's, so that no reader reaches them.
 */
const DROP_FOREIGN = `
  WITH mark AS (
    DELETE FROM output_events_trimmed WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
  )
  DELETE FROM output_events WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * After a restore: gives uncounted events positions in the order of this server, whose transaction IDs differ, and
 * deletes the others. A stream that resumes from an earlier event gets `resync`.
 */
export async function renumberEvents(db: SqlClient): Promise<void> {
  await db.query(DROP_COUNTED);
  await db.query('UPDATE output_events SET xid = pg_current_xact_id()');
  await db.query(`UPDATE statistics_progress SET xid = '0', n = 0`);
  await db.query('DELETE FROM output_events_trimmed');
  await db.query('INSERT INTO output_events_trimmed (xid) VALUES (pg_current_xact_id())');
}

const DROP_COUNTED = `
DELETE FROM output_events WHERE (xid, n) <= (SELECT xid, n FROM statistics_progress)`;
