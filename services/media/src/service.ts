import {
  announceDeadLetters,
  type RunningService,
  startService,
  watchDeadLetters,
} from '@output-review/runtime';

import { ROUTES } from './http/routes.ts';
import type { MediaOptions } from './options.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

export type { LinkOptions, MediaOptions } from './options.ts';
export { mediaQuotaGroup } from './quota-group.ts';

// The consumer and the relay of dead letters have one each, the sweeper two; the rest is for requests.
const CONNECTIONS_MAX = 10;

/** Starts the service: its schema, its consumer, then its door. */
export function startMedia(options: MediaOptions): Promise<RunningService> {
  return startService(
    {
      service: 'media',
      entities: [],
      migrations: MIGRATIONS,
      poolMax: CONNECTIONS_MAX,
      build: ({ database, closers, telemetry }) => {
        const seen = { ...options, telemetry };
        watchDeadLetters(telemetry.metrics, database);
        announceDeadLetters({ ...seen, database, closers });
        return { routes: ROUTES };
      },
    },
    options,
  );
}
