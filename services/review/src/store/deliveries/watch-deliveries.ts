import type { Metrics, SqlClient } from '@output-review/runtime';

const STATES = ['pending', 'retrying', 'dead'] as const;

/** Tells what is to be delivered, and what was given up. Replicas share the table: take `max`. */
export function watchDeliveries(metrics: Metrics, sql: SqlClient): void {
  const deliveries = metrics.gauge({
    name: 'output_review_deliveries',
    help: 'Deliveries by state: pending (never tried), retrying, dead; counted up to 100,000 each.',
    labels: ['state'],
  });
  const oldest = metrics.gauge({
    name: 'output_review_deliveries_oldest_age_seconds',
    help: 'For how long the oldest delivery waits that was never tried; 0 where none does.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'deliveries',
    read: async () => {
      const { rows } = await sql.query<CountRow>(COUNT);
      const [row] = rows;
      for (const state of STATES) deliveries.set({ state }, Number(row?.[state] ?? 0));
      oldest.set({}, Number(row?.oldest_seconds ?? 0));
    },
    clear: () => {
      deliveries.clear();
      oldest.clear();
    },
  });
}

interface CountRow extends Readonly<Record<(typeof STATES)[number], string>> {
  readonly oldest_seconds: string | null;
}

// Enough to tell trouble from load, and quick to count.
const COUNT = `
WITH pending AS (
  SELECT happened_at FROM deliveries WHERE state = 'pending' LIMIT 100000
), retrying AS (
  SELECT FROM deliveries WHERE state = 'retrying' LIMIT 100000
), dead AS (
  SELECT FROM destinations x CROSS JOIN LATERAL (
    SELECT FROM deliveries d WHERE d.destination_id = x.id AND d.state = 'dead' LIMIT 100000
  ) AS d LIMIT 100000
)
SELECT (SELECT count(*) FROM pending) AS pending, (SELECT count(*) FROM retrying) AS retrying,
  (SELECT count(*) FROM dead) AS dead,
  (SELECT greatest(0, extract(epoch FROM now() - min(happened_at))) FROM pending) AS oldest_seconds`;
