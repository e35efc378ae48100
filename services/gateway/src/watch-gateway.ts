import { type Database, type Metrics, watchDeadLetters, watchPool } from '@output-review/runtime';

import type { GatewayRateWindow } from './open-rate-window.ts';
import { watchRateWindow } from './watch-rate-window.ts';

interface Watched {
  readonly database: Database;
  readonly rateWindow: Pick<GatewayRateWindow, 'stats'>;
}

/** Tells at each scrape what is the gateway's own to tell. */
export function watchGateway(metrics: Metrics, { database, rateWindow }: Watched): void {
  watchPool(metrics, { pool: 'gateway', usage: () => database.poolUsage() });
  watchDeadLetters(metrics, database);
  watchRateWindow(metrics, rateWindow.stats);
}
