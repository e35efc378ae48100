import {
  type ShutdownStack,
  makeEgressGuard,
  makeServiceClient,
  type RunningService,
} from '@output-review/runtime';
import {
  type BaseContext,
  erasureConsumer,
  FileSeats,
  makeLinkTokens,
  type Service,
  startService,
} from '@output-review/shared-kernel';

import { claimConsumers } from './claims/consumers.ts';
import { watchFiles } from './claims/metrics.ts';
import { claimRoutes } from './claims/routes.ts';
import type { Context, MediaOptions } from './context.ts';
import { downloadRoutes } from './downloads/routes.ts';
import { ERASE_STEPS, removeAtOnce } from './erasure.ts';
import { probeLinks } from './links/jobs.ts';
import { FileLinks } from './links/links.ts';
import { ProbedStoreLinks } from './links/store-links.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { watchBackups } from './storage/backup-metrics.ts';
import { checkFilesDaily, removeDoomed } from './storage/jobs.ts';
import { storageRoutes } from './storage/routes.ts';
import { SpoolBudget, watchSpool } from './storage/spool-budget.ts';
import { forgetUnused, forgetUsedNames } from './uploads/jobs.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { usageRoutes } from './usage/routes.ts';

export type { LinkOptions, MediaOptions } from './context.ts';
export { mediaQuotaGroup, previousPublicUrlsGroup } from './config.ts';

const MEDIA: Service<Context, MediaOptions> = {
  service: 'media',
  migrations: MIGRATIONS,
  // Consumers, the relay of dead letters and the jobs use at most one each. The rest serves requests, which hold none
  // while bytes are transferred.
  poolMax: 10,
  openContext,
  routes: [...uploadRoutes, ...downloadRoutes, ...claimRoutes, ...storageRoutes, ...usageRoutes],
  consumers: [...claimConsumers, erasureConsumer],
  // Each deletion removes the files of one output. Larger transactions would hold their locks longer.
  batchMax: 250,
  jobs: { removeDoomed, forgetUnused, forgetUsedNames, checkFilesDaily, probeLinks },
  eraseSteps: (ctx) => [...ERASE_STEPS, removeAtOnce(ctx)],
};

export function startMedia(options: MediaOptions): Promise<RunningService> {
  return startService(MEDIA, options);
}

function openContext(
  base: BaseContext & Pick<Context, 'jobs'>,
  options: MediaOptions,
  closers: ShutdownStack,
): Context {
  const { db, log, clock, telemetry } = base;
  const { objectStore: store, peers, links: addresses, spoolDir, quotaBytes } = options;
  watchFiles(telemetry.metrics, db);
  watchBackups(telemetry.metrics, db);
  const spoolBudget = new SpoolBudget();
  watchSpool(telemetry.metrics, spoolBudget);
  const egress = makeEgressGuard(options);
  closers.add('egress guard', () => egress.close());
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, log, telemetry });
  closers.add('client of the gateway', () => gateway.close());
  const tokens = makeLinkTokens(options.links, clock);
  const storeLinks = new ProbedStoreLinks({ store, log });
  const links = new FileLinks({ tokens, storeLinks, publicUrl: addresses.publicUrl, clock });
  return {
    ...{ ...base, store, gateway, egress, spoolDir, spoolBudget, quotaBytes },
    ...{ addresses, tokens, links, storeLinks, fileSeats: new FileSeats(options.filePace) },
  };
}
