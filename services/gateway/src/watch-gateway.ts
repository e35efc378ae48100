import {
  type Database,
  type Metrics,
  usageOf,
  watchDeadLetters,
  watchPool,
} from '@output-review/runtime';
import type { Pool } from 'pg';

import type { GatewayRateWindow } from './open-rate-window.ts';
import { watchRateWindow } from './watch-rate-window.ts';

interface Watched {
  readonly database: Database;
  /** The connections of accounts. */
  readonly pool: Pool;
  readonly rateWindow: Pick<GatewayRateWindow, 'stats'>;
}

/** Tells at each scrape what is the gateway's own to tell. */
export function watchGateway(metrics: Metrics, { database, pool, rateWindow }: Watched): void {
  watchPool(metrics, { pool: 'gateway', usage: () => database.poolUsage() });
  watchPool(metrics, { pool: 'accounts', usage: () => usageOf(pool) });
  watchDeadLetters(metrics, database);
  watchRateWindow(metrics, rateWindow.stats);
}
