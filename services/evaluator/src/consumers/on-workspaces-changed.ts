import { workspacesChanged } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  type ErasedWorkspaces,
  type SubscriptionHandle,
} from '@output-review/runtime';

/** Learns which workspaces are to be erased. */
export function onWorkspacesChanged(
  consuming: Consuming,
  { erased }: { readonly erased: Pick<ErasedWorkspaces, 'note'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: workspacesChanged,
    handle: (batch) => erased.note(batch.map(({ data }) => data)),
  });
}
