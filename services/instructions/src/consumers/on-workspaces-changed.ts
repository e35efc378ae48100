import { workspacesChanged } from '@output-review/contracts';
import { consumeEvents, type SubscriptionHandle, type WorkspaceCopy } from '@output-review/runtime';

import type { Consuming } from './consuming.ts';

/** Keeps the settings of workspaces. */
export function onWorkspacesChanged(
  consuming: Consuming,
  { workspaces }: { readonly workspaces: Pick<WorkspaceCopy, 'apply'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: workspacesChanged,
    handle: (batch) => workspaces.apply(batch.map(({ data }) => data)),
  });
}
