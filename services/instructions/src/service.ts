import {
  announceDeadLetters,
  makeAuditor,
  makeOutboxRelay,
  makeOutboxStore,
  newId,
  type RunningService,
  type ServiceFoundation,
  type ServiceParts,
  startErasing,
  startErasingLetters,
  startService,
  watchDeadLetters,
  watchRelay,
} from '@output-review/runtime';

import { makeRoutes } from './http/routes.ts';
import type { InstructionsOptions } from './options.ts';
import { ERASE_STEPS } from './store/erase-workspace.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { makeActions } from './wiring/actions.ts';
import { openClients } from './wiring/clients.ts';
import { startConsumers } from './wiring/consumers.ts';
import { startDrafting } from './wiring/drafting.ts';
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
  const { bus, log, clock, isAlone = false } = options;
  const relaying = { bus, log, clock, telemetry, isAlone };
  const relay = makeOutboxRelay({ ...relaying, store: makeOutboxStore(database) });
  watchRelay(telemetry.metrics, { outbox: 'changes', relay });
  relay.start();
  closers.add('relay', () => relay.stop());
  announceDeadLetters({ ...relaying, database, closers });
  watchDeadLetters(telemetry.metrics, database);
  const auditor = makeAuditor({
    ...{ auditKey: options.auditKey, source: 'instructions', newId, now: () => clock.now() },
  });
  const stores = makeStores({ database, relay, auditor });
  startErasing({
    ...{ log, clock, closers, client: database, erased: stores.erased, steps: ERASE_STEPS },
    everyMs: options.eraseEveryMs,
  });
  startErasingLetters({
    ...{ log, clock, closers, database },
    tombstones: { table: 'linked_outputs', id: 'log_id', isDeleted: 'is_deleted' },
  });
  const seen = { ...options, telemetry };
  const clients = openClients(seen, closers);
  const consumers = startConsumers(seen, { stores, closers });
  const beginDraft = startDrafting(seen, { stores, clients, closers });
  return { routes: makeRoutes(makeActions({ stores, clients, clock, beginDraft })), consumers };
}
