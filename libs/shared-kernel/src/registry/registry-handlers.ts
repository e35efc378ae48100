import { INTERNAL_OPERATIONS, projectsChanged } from '@output-review/contracts';
import { makeConsumer } from '@output-review/runtime';

import { type ContextRoute, handlersFor } from '../service/handlers-for.ts';
import type { RegistryReplica } from './registry-replica.ts';

interface RegistryContext {
  readonly registry: RegistryReplica;
}

const { route } = handlersFor<RegistryContext>();

/** Closes projects and tasks that nothing refers to, and reopens them. */
export const registryRoutes: readonly ContextRoute<RegistryContext>[] = [
  route(INTERNAL_OPERATIONS.closeRegistryEntry, async ({ registry }, { body }) => ({
    status: 200,
    body: { isEmpty: await registry.close(body) },
  })),
  route(INTERNAL_OPERATIONS.reopenRegistryEntry, async ({ registry }, { body }) => {
    await registry.reopen(body);
    return { status: 200, body: { ok: true } };
  }),
];

/** Keeps the replica of project and task names up to date. */
export const registryConsumer = makeConsumer(projectsChanged, {
  handle: ({ registry }: RegistryContext, batch) => registry.apply(batch.map(({ data }) => data)),
});
