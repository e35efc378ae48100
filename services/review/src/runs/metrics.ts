import type { Metrics, SqlClient } from '@output-review/runtime';

/** Measures outputs without a result. Replicas share the table: aggregate with `max`. */
export function watchPending(metrics: Metrics, db: SqlClient): void {
  const pending = metrics.gauge({
    name: 'output_review_pending_outputs',
    help: 'Outputs without a result.',
    labels: [],
  });
  const oldest = metrics.gauge({
    name: 'output_review_pending_outputs_oldest_age_seconds',
    help: 'How long the oldest pending output has waited; 0 if there is none.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'pending outputs',
    read: async () => {
      const { rows } = await db.query<PendingRow>(COUNT_PENDING, [AGED_ROWS_MAX]);
      pending.set({}, Number(rows[0]?.pending ?? 0));
      oldest.set({}, Number(rows[0]?.oldest_seconds ?? 0));
    },
    clear: () => {
      pending.clear();
      oldest.clear();
    },
  });
}

interface PendingRow {
  readonly pending: string;
  readonly oldest_seconds: string | null;
}

// Those with the lowest timestamps, which are nearly always the oldest. Reading all of a large backlog at each scrape
// would be too slow.
const AGED_ROWS_MAX = 10_000;

// The counts list the workspaces, so that the index by workspace and status can be used. A first run waits since its
// submission: requesting it again does not reset its age.
const COUNT_PENDING = `
WITH waiting AS (
  SELECT workspace_id, sum(n) AS n FROM daily_counts WHERE status = 'pending'
  GROUP BY 1 HAVING sum(n) > 0
), aged AS (
  SELECT CASE WHEN o.run = 1 THEN o.created_at ELSE o.queued_at END AS since
  FROM waiting CROSS JOIN LATERAL (
    SELECT run, created_at, queued_at FROM outputs
    WHERE workspace_id = waiting.workspace_id AND status = 'pending' AND visible
    ORDER BY timestamp LIMIT $1
  ) AS o
)
SELECT (SELECT coalesce(sum(n), 0) FROM waiting) AS pending,
  (SELECT greatest(0, extract(epoch FROM now() - min(since))) FROM aged) AS oldest_seconds`;
