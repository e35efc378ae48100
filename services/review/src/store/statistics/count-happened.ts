import type { Database, SqlClient } from '@output-review/runtime';

// What is counted in some 50 ms; until its end streams see nothing that was committed after its begin.
const EVENTS_MAX = 2_000;

/**
 * Counts what happened, each line of the log once: the counts and how far they go are written in one
 * transaction. Several replicas may try; one of them counts.
 */
export const makeCountHappened =
  (database: Database) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let isMore = await isAnythingNew(database); isMore && !signal.aborted;) {
      isMore = (await countSome(database)) === EVENTS_MAX;
    }
  };

/** Looks before it locks: a lock is a write. */
async function isAnythingNew(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query({ name: 'statistics-look', text: LOOK });
  return rows.length > 0;
}

function countSome(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows: places } = await tx.query<{ xid: string; n: string }>(
      'SELECT xid, n FROM statistics_progress FOR UPDATE SKIP LOCKED',
    );
    const [place] = places;
    if (!place) return 0;
    const { rows } = await tx.query<{ n: string }>({
      name: 'statistics-count',
      text: COUNT,
      values: [place.xid, place.n, EVENTS_MAX],
    });
    return Number(rows[0]?.n ?? 0);
  });
}

const LOOK = `
  SELECT 1 FROM statistics_progress p JOIN LATERAL (
    SELECT 1 FROM output_events e
    WHERE (e.xid, e.n) > (p.xid, p.n) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY e.xid, e.n LIMIT 1
  ) ahead ON true`;

const KEY = 'workspace_id, hour, status, project_id, task_id, model, instructions_version';

/**
 * Goes no further than the streams do: what is before the oldest open transaction is settled. The costs
 * of an output count with its first result. Of one that was deleted before it was counted model, version
 * and costs are gone.
 */
const COUNT = `
  WITH passed AS MATERIALIZED (
    SELECT * FROM output_events
    WHERE (xid, n) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY xid, n LIMIT $3
  ), facts AS (
    SELECT
      p.workspace_id, date_trunc('hour', p.at, 'UTC') AS hour, coalesce(p.status, '') AS status,
      coalesce(p.project_id, '') AS project_id, coalesce(p.task_id, '') AS task_id,
      coalesce(o.model, '') AS model, coalesce(o.instructions_version, 0) AS instructions_version,
      p.event, CASE WHEN o.run = 1 AND p.event = 'evaluated' THEN o.cost_usd END AS cost_usd,
      extract(epoch FROM p.at - o.evaluated_at) * 1000 AS ms
    FROM passed p
    LEFT JOIN outputs o ON o.workspace_id = p.workspace_id AND o.id = p.output_id
    WHERE p.event IN ('evaluated', 'flagged', 'decided')
  ), counted AS (
    INSERT INTO hourly_statistics AS h (${KEY}, results, flags, decided, cost_usd)
    SELECT ${KEY},
      count(*) FILTER (WHERE event = 'evaluated'), count(*) FILTER (WHERE event = 'flagged'),
      count(*) FILTER (WHERE event = 'decided'), coalesce(sum(cost_usd), 0)
    FROM facts GROUP BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET
      results = h.results + excluded.results, flags = h.flags + excluded.flags,
      decided = h.decided + excluded.decided, cost_usd = h.cost_usd + excluded.cost_usd
  ), timed AS (
    INSERT INTO hourly_decision_times AS t (${KEY}, step, n)
    SELECT ${KEY}, floor(4 * ln(greatest(ms, 1)::float8) / ln(2::float8)) AS step, count(*)
    FROM facts WHERE event = 'decided' AND ms IS NOT NULL GROUP BY ${KEY}, step
    ON CONFLICT (${KEY}, step) DO UPDATE SET n = t.n + excluded.n
  ), moved AS (
    UPDATE statistics_progress s SET xid = l.xid, n = l.n
    FROM (SELECT xid, n FROM passed ORDER BY xid DESC, n DESC LIMIT 1) l
  )
  SELECT count(*) AS n FROM passed`;
