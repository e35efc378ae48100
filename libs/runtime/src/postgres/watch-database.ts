import type { Metrics } from '../telemetry/metrics.ts';
import type { Database, SqlClient } from './database.ts';

interface WatchedDatabase {
  /** The name of the pool within the service. */
  readonly pool: string;
  readonly db: SqlClient & Pick<Database, 'poolUsage' | 'certificateValidTo'>;
}

/** Exports the usage of a pool, and the size, clock and certificate of the database. */
export function watchDatabase(metrics: Metrics, { pool, db }: WatchedDatabase): void {
  watchPool(metrics, pool, () => db.poolUsage());
  watchCertificate(metrics, () => db.certificateValidTo());
  const size = metrics.gauge({
    name: 'output_review_database_size_bytes',
    help: 'Size of the database of the service on disk; services that share one report the same.',
    labels: [],
  });
  const skew = metrics.gauge({
    name: 'output_review_database_clock_skew_seconds',
    help: 'How far the clock of PostgreSQL is ahead of that of this process; 0 if they agree as far as can be told.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'database',
    read: async () => {
      const askedAt = Date.now();
      const { rows } = await db.query<Reading>(READ);
      const [now] = rows;
      if (!now) return;
      size.set({}, Number(now.size));
      skew.set({}, skewSeconds(Number(now.atMs), askedAt, Date.now()));
    },
    clear: () => {
      size.clear();
      skew.clear();
    },
  });
}

interface Reading {
  readonly size: string;
  readonly atMs: string;
}

const READ = `
SELECT pg_database_size(current_database()) AS size,
  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "atMs"`;

// Smaller differences cannot be told from a pause of this process.
const SKEW_MS_MIN = 50;

/** The clock was read at some moment between query and answer. That uncertainty does not count as skew. */
function skewSeconds(atMs: number, askedAt: number, answeredAt: number): number {
  const skewMs = atMs - (askedAt + answeredAt) / 2;
  const doubtMs = (answeredAt - askedAt) / 2;
  return Math.abs(skewMs) - doubtMs > SKEW_MS_MIN ? skewMs / 1_000 : 0;
}

function watchCertificate(metrics: Metrics, validTo: Database['certificateValidTo']): void {
  const gauge = metrics.gauge({
    name: 'output_review_database_certificate_expiry_timestamp_seconds',
    help: 'Until when the certificate is valid that PostgreSQL showed last, in seconds since 1970; 0 without TLS.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'database certificate',
    read: () => {
      gauge.set({}, (validTo()?.getTime() ?? 0) / 1_000);
    },
    clear: () => gauge.clear(),
  });
}

function watchPool(metrics: Metrics, pool: string, usage: Database['poolUsage']): void {
  const connections = metrics.gauge({
    name: 'output_review_database_connections',
    help: 'Connections of a pool by state: in_use, idle.',
    labels: ['pool', 'state'],
  });
  const max = metrics.gauge({
    name: 'output_review_database_connections_max',
    help: 'How many connections a pool may open.',
    labels: ['pool'],
  });
  const waiting = metrics.gauge({
    name: 'output_review_database_connections_waiting',
    help: 'Statements and transactions that wait for a connection of a pool.',
    labels: ['pool'],
  });
  metrics.beforeScrape({
    name: `pool ${pool}`,
    read: () => {
      const now = usage();
      connections.set({ pool, state: 'in_use' }, now.inUse);
      connections.set({ pool, state: 'idle' }, now.idle);
      max.set({ pool }, now.max);
      waiting.set({ pool }, now.waiting);
    },
    // It is read from memory, so it is never missing.
    clear: () => {},
  });
}
