import { projectsChanged } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { RegistryStore } from '../use-cases/registry/registry-store.ts';

/** Keeps the names of projects and tasks, for answers. */
export function onProjectsChanged(
  consuming: Consuming,
  { registry }: { readonly registry: Pick<RegistryStore, 'apply'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: projectsChanged,
    handle: (batch) => registry.apply(batch.map(({ data }) => data)),
  });
}
