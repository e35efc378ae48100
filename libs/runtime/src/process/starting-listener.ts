import { AppError } from '@output-review/errors';
import Koa from 'koa';

import type { Logger } from '../base/logger.ts';
import type { Starting } from '../base/starting.ts';
import { makeErrorBoundary } from '../http/error-boundary.ts';
import {
  type HttpListener,
  type Listening,
  type ListenOptions,
  listenWith,
  toHandler,
} from '../http/listen.ts';
import { makeMetricsRoute } from '../http/observe-requests.ts';
import { makeHealthRoutes, type Readiness } from '../http/readiness.ts';
import type { AppState } from '../http/route.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Records what a start waits for, to show why the service is not ready. */
export class StartProgress implements Starting {
  readonly signal: AbortSignal;
  readonly #waits = new Map<string, string>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  waitsFor(name: string, reason: string | null): void {
    if (reason === null) this.#waits.delete(name);
    else this.#waits.set(name, reason);
  }

  readiness(): Readiness {
    const state = this.signal.aborted ? 'is stopping' : 'is starting';
    return { ready: false, checks: { process: state, ...Object.fromEntries(this.#waits) } };
  }
}

export interface StartingListener extends HttpListener {
  close(): Promise<void>;
}

export interface StartingListenerOptions extends ListenOptions {
  readonly progress: StartProgress;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Listens immediately. Until the service opens it, it reports that the process is alive and what the start waits for,
 * and refuses everything else.
 */
export async function openStartingListener(
  options: StartingListenerOptions,
): Promise<StartingListener> {
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

function makeStartingApp({ progress, metrics, log }: StartingListenerOptions): Koa<AppState> {
  const app = new Koa<AppState>();
  // Early callers get the error. A log line for each would add nothing.
  app.use(makeErrorBoundary({ ...log, error: (fields, message) => log.debug(fields, message) }));
  app.use(makeHealthRoutes(async () => progress.readiness()));
  app.use(makeMetricsRoute(metrics));
  app.use(() => {
    throw new AppError('UNAVAILABLE', 'The service is starting. Try again in a moment.');
  });
  app.on('error', (error: unknown) => log.debug({ err: error }, 'response not delivered'));
  return app;
}
