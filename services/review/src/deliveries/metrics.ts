import type { Metrics, SqlClient } from '@output-review/runtime';

import type { ClaimedDelivery } from './rows.sql.ts';

const STATES = ['pending', 'retrying', 'dead'] as const;

/** Measures waiting and dead deliveries. Replicas share the table: aggregate with `max`. */
export function watchDeliveries(metrics: Metrics, sql: SqlClient): void {
  const deliveries = metrics.gauge({
    name: 'output_review_deliveries',
    help: 'Deliveries by state: pending (never tried), retrying, dead; counted up to 100,000 each.',
    labels: ['state'],
  });
  const oldest = metrics.gauge({
    name: 'output_review_deliveries_oldest_age_seconds',
    help: 'How long the oldest delivery that was never tried has waited; 0 if there is none.',
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

// Enough to tell failures from load, and fast to count.
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

export interface MadeAttempt {
  readonly kind: ClaimedDelivery['kind'];
  readonly isDelivered: boolean;
  readonly tookMs: number;
}

// Up to the timeout of an attempt, 15 s.
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const SECOND_MS = 1_000;

/** Measures durations and results of attempts. */
export function measureAttempts(metrics: Metrics): (attempt: MadeAttempt) => void {
  const durations = metrics.histogram({
    name: 'output_review_delivery_attempt_duration_seconds',
    help: 'How long delivery attempts took, by kind of destination and outcome: delivered, failed.',
    labels: ['kind', 'outcome'],
    bounds: BOUNDS,
  });
  return ({ kind, isDelivered, tookMs }) => {
    const outcome = isDelivered ? 'delivered' : 'failed';
    durations.of({ kind, outcome }).observe(tookMs / SECOND_MS);
  };
}
