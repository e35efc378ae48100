import { type RunningService, type ServiceOptions, startService } from '@output-review/runtime';

import { ROUTES } from './http/routes.ts';

// It asks nothing of its schema yet but whether it is there.
const CONNECTIONS_MAX = 2;

/** Starts the service: its schema first, then its door. */
export function startMedia(options: ServiceOptions): Promise<RunningService> {
  return startService(
    {
      service: 'media',
      entities: [],
      migrations: [],
      poolMax: CONNECTIONS_MAX,
      build: () => ({ routes: ROUTES }),
    },
    options,
  );
}
