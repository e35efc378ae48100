import { TOPICS } from '@output-review/contracts';
import {
  announceDeadLetters,
  consumeErasures,
  type Consuming,
  type EraseStep,
  makeEgressGuard,
  makeServiceClient,
  type RunningService,
  type ServiceFoundation,
  type ServiceParts,
  startErasing,
  startService,
  watchDeadLetters,
} from '@output-review/runtime';

import { SpoolBudget, watchSpool } from './bytes/spool-budget.ts';
import { onOutputsDeleted } from './consumers/on-outputs-deleted.ts';
import { makeInternalRoutes } from './http/internal/internal-routes.ts';
import { makePublicRoutes } from './http/public-routes.ts';
import { ProbedStoreLinks } from './links/store-links.ts';
import type { MediaOptions, SeenMediaOptions } from './options.ts';
import { ERASE_STEPS } from './store/erase-workspace.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { watchFiles } from './store/watch-files.ts';
import { makeCheckFiles } from './use-cases/keeper/check-files.ts';
import { type Actions, makeActions } from './wiring/actions.ts';
import { type Jobs, startJobs } from './wiring/jobs.ts';
import { makePublicActions } from './wiring/public-actions.ts';
import { makeStores } from './wiring/stores.ts';

export type { LinkOptions, MediaOptions } from './options.ts';
export { mediaQuotaGroup } from './quota-group.ts';

// The consumer, the relay of dead letters and three jobs have one each at most; the rest is for requests,
// which hold none while bytes move.
const CONNECTIONS_MAX = 10;

/** Starts the service: its schema, its consumer, then its door. */
export function startMedia(options: MediaOptions): Promise<RunningService> {
  return startService(
    {
      service: 'media',
      entities: [],
      migrations: MIGRATIONS,
      poolMax: CONNECTIONS_MAX,
      build: (foundation) => build({ ...options, telemetry: foundation.telemetry }, foundation),
    },
    options,
  );
}

function build(
  options: SeenMediaOptions,
  { database, closers, telemetry }: ServiceFoundation,
): ServiceParts {
  const { objectStore: store, clock, peers, log } = options;
  watchDeadLetters(telemetry.metrics, database);
  announceDeadLetters({ ...options, database, closers });
  watchFiles(telemetry.metrics, database);
  const spoolBudget = new SpoolBudget();
  watchSpool(telemetry.metrics, spoolBudget);
  const egress = makeEgressGuard(options);
  closers.add('way out', () => egress.close());
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, log, telemetry });
  closers.add('client of the gateway', () => gateway.close());

  const stores = makeStores(database, options.quotaBytes);
  const checkFiles = makeCheckFiles({ store, rows: stores.rows, now: () => clock.now() });
  const jobs = startJobs(options, { stores, checkFiles, closers });
  startErasing({
    ...{ log, clock, closers, client: database, erased: stores.erased },
    steps: [...ERASE_STEPS, removeAtOnce(jobs)],
    everyMs: options.eraseEveryMs,
  });
  const actions = makeActions(options, { stores, jobs, egress, spoolBudget, gateway, checkFiles });
  const storeLinks = new ProbedStoreLinks({ store, log, clock });
  storeLinks.start();
  closers.add('probe of links', () => storeLinks.stop());
  const publicActions = makePublicActions(options, { stores, storeLinks, jobs, actions });
  return {
    routes: [...makePublicRoutes(publicActions), ...makeInternalRoutes(actions)],
    consumers: startConsumers(options, { stores, actions, closers }),
  };
}

/** The last step: what the others doomed need not wait. */
const removeAtOnce =
  (jobs: Pick<Jobs, 'wakeRemoval'>): EraseStep =>
  () => {
    jobs.wakeRemoval();
    return Promise.resolve(0);
  };

// Each deletion has the files of one output to give up; more in one transaction hold their locks longer.
const BATCH_MAX = 250;

interface ConsumerParts extends Pick<ServiceFoundation, 'closers'> {
  readonly stores: Pick<ReturnType<typeof makeStores>, 'deadLetters' | 'erased'>;
  readonly actions: Actions;
}

function startConsumers(
  { bus, log, clock, telemetry }: SeenMediaOptions,
  { stores, actions, closers }: ConsumerParts,
): NonNullable<ServiceParts['consumers']> {
  const { deadLetters } = stores;
  const consuming: Consuming = {
    ...{ bus, group: 'media', batchMax: BATCH_MAX },
    ...{ deadLetters, log, clock, telemetry },
  };
  const consumers = {
    [TOPICS.outputsDeleted]: onOutputsDeleted(consuming, {
      ...actions,
      eraseLetters: deadLetters.erase,
    }),
    [TOPICS.workspacesChanged]: consumeErasures(consuming, stores),
  };
  for (const [topic, consumer] of Object.entries(consumers)) {
    closers.add(`consumer of ${topic}`, () => consumer.close());
  }
  return consumers;
}
