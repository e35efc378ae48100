import type { Metrics } from '../telemetry/metrics.ts';
import type { Database, SqlClient } from './database.ts';

interface WatchedDatabase {
  /** The name of the pool within the service. */
  readonly pool: string;
  readonly db: SqlClient & Pick<Database, 'poolUsage' | 'certificateValidTo'>;
}

/** Exports the usage of a pool, and the size, clock and certificate of the database. */
export function watchDatabase(metrics: Metrics, { pool, db }: WatchedDatabase): void {
  watchConnections(metrics, pool, db);
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
      const { rows } = await db.query<{ size: string }>(SIZE);
      size.set({}, Number(rows[0]?.size));
      const { aheadMs, doubtMs } = await readSkew(db);
      skew.set({}, Math.abs(aheadMs) - doubtMs > SKEW_MS_MIN ? -aheadMs / 1_000 : 0);
    },
    clear: () => {
      size.clear();
      skew.clear();
    },
  });
}

const SIZE = 'SELECT pg_database_size(current_database()) AS size';

// Smaller differences cannot be told from a pause of this process.
const SKEW_MS_MIN = 50;

/** The result of comparing the clock of this machine with that of the database. */
export interface Skew {
  /** How far this machine is ahead, in milliseconds. */
  readonly aheadMs: number;
  /** How much of the difference may be latency: seconds, if the query waited for a connection. */
  readonly doubtMs: number;
}

export async function readSkew(db: SqlClient): Promise<Skew> {
  const askedAt = performance.now();
  const { rows } = await db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const doubtMs = (performance.now() - askedAt) / 2;
  return { aheadMs: Date.now() - doubtMs - (rows[0]?.at.getTime() ?? NaN), doubtMs };
}

function watchConnections(
  metrics: Metrics,
  pool: string,
  db: Pick<Database, 'poolUsage' | 'certificateValidTo'>,
): void {
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
  const validTo = metrics.gauge({
    name: 'output_review_database_certificate_expiry_timestamp_seconds',
    help: 'Until when the certificate is valid that PostgreSQL showed last, in seconds since 1970; 0 without TLS.',
    labels: [],
  });
  metrics.beforeScrape({
    name: `connections of ${pool}`,
    read: () => {
      const { inUse, idle, ...usage } = db.poolUsage();
      connections.set({ pool, state: 'in_use' }, inUse);
      connections.set({ pool, state: 'idle' }, idle);
      max.set({ pool }, usage.max);
      waiting.set({ pool }, usage.waiting);
      validTo.set({}, (db.certificateValidTo()?.getTime() ?? 0) / 1_000);
    },
  });
}
