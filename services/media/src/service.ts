import {
  type Clock,
  CloserStack,
  listen,
  type Logger,
  makeAssertionVerifier,
  makeReadiness,
  makeServiceApp,
  openDatabase,
  type RunningService,
} from '@output-review/runtime';

import { ROUTES } from './http/routes.ts';

export interface MediaOptions {
  /** As the role of this service; its schema has the same name. */
  readonly databaseUrl: string;
  readonly assertionPublicKey: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly log: Logger;
  readonly clock: Clock;
}

// It asks nothing of its schema yet but whether it is there.
const CONNECTIONS_MAX = 2;

/** Starts the service: its schema first, then its door. */
export async function startMedia(options: MediaOptions): Promise<RunningService> {
  const { log, clock, assertionPublicKey, host, port } = options;
  const closers = new CloserStack();
  try {
    const database = await openDatabase({
      url: options.databaseUrl,
      schema: 'media',
      entities: [],
      migrations: [],
      poolMax: CONNECTIONS_MAX,
      log,
    });
    closers.add('database', () => database.close());
    const ready = makeReadiness({ checks: { database: () => database.ready() }, log });
    const app = makeServiceApp({
      service: 'media',
      routes: ROUTES,
      assertions: makeAssertionVerifier(assertionPublicKey, clock),
      log,
      readiness: ready,
    });
    const door = await listen(app, { host, port });
    closers.add('door', () => door.close());
    return { url: door.url, ready, stop: () => closers.close(), consumers: {} };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
