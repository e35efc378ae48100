import { projectsChanged } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  type RegistryCopy,
  type SubscriptionHandle,
} from '@output-review/runtime';

/** Keeps the names of projects and tasks, for answers. */
export function onProjectsChanged(
  consuming: Consuming,
  { registry }: { readonly registry: Pick<RegistryCopy, 'apply'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: projectsChanged,
    handle: (batch) => registry.apply(batch.map(({ data }) => data)),
  });
}
