import { AppError } from '@output-review/errors';
import Koa from 'koa';

import type { Door } from '../http/door.ts';
import { makeErrorBoundary } from '../http/error-boundary.ts';
import { type Listening, type ListenOptions, listenWith, toHandler } from '../http/listen.ts';
import { makeMetricsRoute } from '../http/metrics-route.ts';
import { makeHealthRoutes } from '../http/readiness.ts';
import type { AppState } from '../http/route.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { StartProgress } from './start-progress.ts';

export interface StartingDoor extends Door {
  close(): Promise<void>;
}

export interface StartingDoorOptions extends ListenOptions {
  readonly progress: StartProgress;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Listens at once. Until the service opens it, it answers that the process is alive and what its start
 * waits for, and refuses everything else for the moment.
 */
export async function openStartingDoor(options: StartingDoorOptions): Promise<StartingDoor> {
  let handle = toHandler(makeStartingApp(options));
  const listening: Listening = await listenWith((req, res) => handle(req, res), options);
  return {
    open: async (app) => {
      handle = toHandler(app);
      return listening;
    },
    close: () => listening.close(),
  };
}

function makeStartingApp({ progress, metrics, log }: StartingDoorOptions): Koa<AppState> {
  const app = new Koa<AppState>();
  // Everybody who asks too early is told; a line in the log for each would say nothing more.
  app.use(makeErrorBoundary({ ...log, error: (fields, message) => log.debug(fields, message) }));
  app.use(makeHealthRoutes(async () => progress.readiness()));
  app.use(makeMetricsRoute(metrics));
  app.use(() => {
    throw new AppError('UNAVAILABLE', 'The service is starting; try again.');
  });
  app.on('error', (error: unknown) => log.debug({ err: error }, 'response not delivered'));
  return app;
}
