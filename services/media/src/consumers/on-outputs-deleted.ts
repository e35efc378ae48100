import { outputsDeleted } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

/** Takes deleted outputs their files, where the call that is made for it did not get here. */
export function onOutputsDeleted(
  consuming: Consuming,
  { deleteFiles }: { readonly deleteFiles: DeleteFiles },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    handle: (batch) =>
      deleteFiles(batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, outputId: id }))),
  });
}
