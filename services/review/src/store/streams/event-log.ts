import {
  type Decision,
  type OutputStatus,
  type StreamedEvent,
  STREAMED_EVENTS,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { EventLog, Gap, Happened, LogPage } from '../../use-cases/streams/happened.ts';
import type { Position } from '../../use-cases/streams/position.ts';

// What one turn tells, some 300 KB for whoever follows all of it.
const PAGE_ROWS_MAX = 1_000;
// A page that was away for so long reads again what it shows; that costs less than telling it all.
const GAP_EVENTS_MAX = 1_000;
// Of all workspaces: some 20 ms of reading along the key.
const GAP_ROWS_MAX = 20_000;

/** Reads `output_events`, which writers add to without knowing of each other. */
export const makeEventLog = (client: SqlClient): EventLog => ({
  async edge(): Promise<Position> {
    const { rows } = await client.query<{ edge: string }>({
      name: 'stream-edge',
      text: 'SELECT pg_snapshot_xmin(pg_current_snapshot()) AS edge',
    });
    return edgeOf(rows[0]);
  },
  async readAfter({ xid, n }: Position): Promise<LogPage> {
    const { rows } = await client.query<EventRow & EdgeRow>({
      name: 'stream-tail',
      text: READ_AFTER,
      values: [String(xid), String(n), PAGE_ROWS_MAX],
    });
    const events = rows.flatMap(toHappened);
    const isFull = rows.length === PAGE_ROWS_MAX;
    const last = isFull ? positionOf(rows.at(-1)) : null;
    return { events, isFull, edge: last ?? edgeOf(rows[0]) };
  },
  async readGap({ workspaceId, after, upTo }: Gap): Promise<readonly Happened[] | null> {
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
  },
});

const COLUMNS =
  'xid, n, workspace_id, output_id, event, at, project_id, task_id, status, decision, decided_by';

/**
 * A transaction's rows are there from its commit on, wherever they stand in the order: so nobody reads at
 * or behind the oldest transaction that is open. What is before it is settled for good.
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

/** A position that this server has not come to yet is of another one, whose dump was restored here. */
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

/** All null where the log had nothing. */
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
}

function edgeOf(row: EdgeRow | undefined): Position {
  if (!row) throw new Error('PostgreSQL told no snapshot');
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
  };
  return [{ position, workspaceId: row.workspace_id, event: row.event, data }];
}

/** A replica of a later release may tell of more while this one still runs. */
function isStreamed(event: string): event is StreamedEvent {
  return (STREAMED_EVENTS as readonly string[]).includes(event);
}
