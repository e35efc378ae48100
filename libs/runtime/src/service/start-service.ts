import type { ServiceName } from '@output-review/contracts';

import { makeAssertionVerifier } from '../assertion/assertion-verifier.ts';
import type { Database } from '../database/database.ts';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import { makeMetricsRoute } from '../http/metrics-route.ts';
import { makeReadiness } from '../http/readiness.ts';
import type { Route } from '../http/route.ts';
import { makeServiceApp, type ServiceAppOptions } from '../http/service-app.ts';
import { CloserStack } from '../lifecycle/closer-stack.ts';
import type { RunningService } from '../lifecycle/running-service.ts';
import { startTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { watchPool } from '../telemetry/watch-pool.ts';
import type { ServiceOptions } from './service-options.ts';

/** What makes one service different from the others. */
export interface ServiceDefinition extends Pick<
  DatabaseOptions,
  'entities' | 'migrations' | 'poolMax'
> {
  /** Its schema has the same name. */
  readonly service: ServiceName;
  /** Puts it together on its database, and starts what runs behind its door. */
  readonly build: (foundation: ServiceFoundation) => ServiceParts | Promise<ServiceParts>;
}

export interface ServiceFoundation {
  readonly database: Database;
  /** Takes what was opened: it is closed after the door and before the database. */
  readonly closers: CloserStack;
  readonly telemetry: Telemetry;
}

export interface ServiceParts {
  readonly routes: readonly Route[];
  /** Steps before them, for what is no operation. */
  readonly before?: ServiceAppOptions['before'];
  readonly consumers?: RunningService['consumers'];
  /** Called before the door closes: whoever waits there for long is to be answered now. */
  readonly endWaits?: () => Promise<void> | void;
}

/**
 * Starts a service: its schema, what it does, then its door.
 *
 * @throws what a part throws; nothing that was opened is left open.
 */
export async function startService(
  definition: ServiceDefinition,
  options: ServiceOptions,
): Promise<RunningService> {
  const closers = new CloserStack();
  try {
    return await start({ ...definition, closers }, options);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(
  { closers, ...definition }: ServiceDefinition & Pick<ServiceFoundation, 'closers'>,
  { databaseUrl: url, clock, log, ...options }: ServiceOptions,
): Promise<RunningService> {
  const { service, entities, migrations, poolMax } = definition;
  const { starting, telemetry = await startTelemetry({ service, log, traces: null }) } = options;
  const database = await openDatabase({
    ...{ url, schema: service, entities, migrations, poolMax, log },
    ...(starting && { starting }),
  });
  closers.add('database', () => database.close());
  watchPool(telemetry.metrics, { pool: service, usage: () => database.poolUsage() });
  const {
    routes,
    before = [],
    consumers = {},
    endWaits,
  } = await definition.build({ database, closers, telemetry });

  let isDraining = false;
  const ready = makeReadiness({
    required: { database: () => database.ready() },
    supporting: options.checks ?? {},
    isDraining: () => isDraining,
    log,
  });
  const keys = { gateway: options.assertionPublicKey, operator: options.operatorPublicKey ?? null };
  const assertions = makeAssertionVerifier(keys, clock);
  const app = makeServiceApp({
    ...{ service, routes, assertions, log, telemetry, readiness: ready },
    before: [makeMetricsRoute(telemetry.metrics), ...before],
  });
  const door = await options.door.open(app);
  closers.add('door', () => door.close());
  if (endWaits) closers.add('waits at the door', endWaits);
  const drain = (): void => {
    isDraining = true;
    door.drain();
  };
  return { url: door.url, ready, consumers, drain, stop: () => closers.close() };
}
