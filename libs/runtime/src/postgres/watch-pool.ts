import type { Metrics } from '../telemetry/metrics.ts';
import type { PoolUsage } from './database.ts';

interface WatchedPool {
  /** Its name among those of the service. */
  readonly pool: string;
  readonly usage: () => PoolUsage;
}

/** Tells how the connections of a pool are used. */
export function watchPool(metrics: Metrics, { pool, usage }: WatchedPool): void {
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
    // It is read from memory, and so it is never missing.
    clear: () => {},
  });
}
