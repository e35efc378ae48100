import { outputsDeleted } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { UnlinkOutputs } from '../use-cases/feedback/output-comment.ts';

/** Drops the links to deleted outputs; the notes and versions stay. */
export function onOutputsDeleted(
  consuming: Consuming,
  { unlinkOutputs }: { readonly unlinkOutputs: UnlinkOutputs },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    handle: (batch) =>
      unlinkOutputs(batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, logId: id }))),
  });
}
