import {
  announceDeadLetters,
  makeOutboxRelay,
  makeOutboxStore,
  makeServiceClient,
  type RunningService,
  type ServiceFoundation,
  type ServiceParts,
  startService,
  watchDeadLetters,
  watchRelay,
} from '@output-review/runtime';

import { makeRoutes } from './http/routes.ts';
import type { InstructionsOptions } from './options.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { makeActions } from './wiring/actions.ts';
import { startConsumers } from './wiring/consumers.ts';
import { makeStores } from './wiring/stores.ts';

export type { InstructionsOptions } from './options.ts';

// The consumers and the relays hold one each at most; the rest is for requests.
const CONNECTIONS_MAX = 10;

/** Starts the service: its schema, its consumers, then its door. */
export function startInstructions(options: InstructionsOptions): Promise<RunningService> {
  return startService(
    {
      service: 'instructions',
      entities: [],
      migrations: MIGRATIONS,
      poolMax: CONNECTIONS_MAX,
      build: (foundation) => build(options, foundation),
    },
    options,
  );
}

function build(
  options: InstructionsOptions,
  { database, closers, telemetry }: ServiceFoundation,
): ServiceParts {
  const { bus, log, clock, peers, isAlone = false } = options;
  const relaying = { bus, log, clock, telemetry, isAlone };
  const relay = makeOutboxRelay({ ...relaying, store: makeOutboxStore(database) });
  watchRelay(telemetry.metrics, { outbox: 'changes', relay });
  relay.start();
  closers.add('relay', () => relay.stop());
  announceDeadLetters({ ...relaying, database, closers });
  watchDeadLetters(telemetry.metrics, database);
  const gateway = makeServiceClient({
    ...{ service: 'gateway', baseUrl: peers.gateway, log, telemetry },
  });
  closers.add('gateway client', () => gateway.close());

  const stores = makeStores(database, relay);
  const consumers = startConsumers({ ...options, telemetry }, { stores, closers });
  return { routes: makeRoutes(makeActions({ stores, gateway, clock })), consumers };
}
