import { type ShutdownStack, makeServiceClient, type RunningService } from '@output-review/runtime';
import {
  type BaseContext,
  makeRegistryReplica,
  makeWorkspaceReplica,
  openOutbox,
  registryConsumer,
  registryRoutes,
  type Service,
  startService,
} from '@output-review/shared-kernel';

import type { Context, InstructionsOptions } from './context.ts';
import { workspaceConsumer } from './documents/consumers.ts';
import { IN_USE, lockRegistry } from './documents/documents.sql.ts';
import { documentRoutes } from './documents/routes.ts';
import { ERASE_STEPS } from './erasure.ts';
import { feedbackConsumers } from './feedback/consumers.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ActiveDrafts } from './suggestions/active-drafts.ts';
import { failLostDrafts } from './suggestions/drafting.ts';
import { suggestionRoutes } from './suggestions/routes.ts';
import { versionRoutes } from './versions/routes.ts';

export type { InstructionsOptions } from './context.ts';

const INSTRUCTIONS: Service<Context, InstructionsOptions> = {
  service: 'instructions',
  migrations: MIGRATIONS,
  // Consumers and relays use at most one connection each. The rest is for requests.
  poolMax: 10,
  openContext,
  routes: [
    ...documentRoutes,
    ...registryRoutes,
    ...feedbackRoutes,
    ...versionRoutes,
    ...suggestionRoutes,
  ],
  consumers: [registryConsumer, workspaceConsumer, ...feedbackConsumers],
  // Its events are few and small. Larger batches would hold their locks longer.
  batchMax: 250,
  jobs: { failLostDrafts },
  eraseSteps: () => ERASE_STEPS,
  tombstones: { table: 'linked_outputs', id: 'log_id', isDeleted: 'is_deleted' },
};

export function startInstructions(options: InstructionsOptions): Promise<RunningService> {
  return startService(INSTRUCTIONS, options);
}

function openContext(
  base: BaseContext & Pick<Context, 'jobs'>,
  options: InstructionsOptions,
  closers: ShutdownStack,
): Context {
  const { db, log, telemetry } = base;
  const { peers } = options;
  const outbox = openOutbox(base, options, closers);
  const seen = { log, telemetry };
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, ...seen });
  const evaluator = makeServiceClient({ service: 'evaluator', baseUrl: peers.evaluator, ...seen });
  const review = makeServiceClient({ service: 'review', baseUrl: peers.review, ...seen });
  closers.add('clients', async () => {
    await Promise.all([gateway.close(), evaluator.close(), review.close()]);
  });
  const drafts = new ActiveDrafts((error) => log.error({ err: error }, 'draft not saved'));
  closers.add('drafts', () => drafts.stop());
  const registry = makeRegistryReplica(db, { lock: lockRegistry, inUseSql: IN_USE });
  const workspaces = makeWorkspaceReplica(db);
  return { ...base, ...outbox, gateway, evaluator, review, registry, workspaces, drafts };
}
