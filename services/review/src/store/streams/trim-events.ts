import type { SqlClient } from '@output-review/runtime';

// Who reads meanwhile waits for none of it, and a stop not for long.
const ROWS_MAX = 5_000;

/**
 * Drops what streams need no more, a few rows at a time, and keeps up to where: whoever would go on from
 * before has missed something. What is not counted yet stays.
 */
export const makeTrimEvents =
  (client: SqlClient) =>
  async (before: Date, signal: AbortSignal): Promise<void> => {
    await client.query(DROP_FOREIGN);
    for (let isMore = true; isMore && !signal.aborted;) {
      const { rows } = await client.query<{ n: string }>(TRIM, [before, ROWS_MAX]);
      isMore = Number(rows[0]?.n ?? 0) === ROWS_MAX;
    }
  };

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

/** After a dump was restored: its transactions may be ahead of those of this server, and nobody gets there. */
const DROP_FOREIGN = `
  WITH mark AS (
    DELETE FROM output_events_trimmed WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
  )
  DELETE FROM output_events WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())`;
