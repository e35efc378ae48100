import { workspacesChanged } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  type ErasedWorkspaces,
  type SubscriptionHandle,
  type WorkspaceCopy,
} from '@output-review/runtime';

interface Deps {
  readonly workspaces: Pick<WorkspaceCopy, 'apply'>;
  readonly erased: Pick<ErasedWorkspaces, 'note'>;
}

/** Keeps the settings of workspaces, and learns which are to be erased. */
export function onWorkspacesChanged(
  consuming: Consuming,
  { workspaces, erased }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: workspacesChanged,
    handle: async (batch) => {
      const changes = batch.map(({ data }) => data);
      await workspaces.apply(changes);
      await erased.note(changes);
    },
  });
}
