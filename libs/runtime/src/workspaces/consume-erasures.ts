import { workspacesChanged } from '@output-review/contracts';

import { type Consuming, consumeEvents } from '../messaging/consume-events.ts';
import type { SubscriptionHandle } from '../messaging/bus.ts';
import type { ErasedWorkspaces } from './erased-workspaces.ts';

/** Learns which workspaces are to be erased: for a service that goes by nothing else of theirs. */
export function consumeErasures(
  consuming: Consuming,
  { erased }: { readonly erased: Pick<ErasedWorkspaces, 'note'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: workspacesChanged,
    handle: (batch) => erased.note(batch.map(({ data }) => data)),
  });
}
