import { outputsDeleted } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

interface Deps {
  readonly deleteFiles: DeleteFiles;
  readonly eraseLetters: (keys: readonly string[]) => Promise<void>;
}

/**
 * Takes deleted outputs their files, where the call that is made for it did not get here, and erases what
 * was set aside of them.
 */
export function onOutputsDeleted(
  consuming: Consuming,
  { deleteFiles, eraseLetters }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    handle: async (batch) => {
      await deleteFiles(
        batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, outputId: id })),
      );
      await eraseLetters(batch.map(({ data: { workspaceId, id } }) => `${workspaceId}/${id}`));
    },
  });
}
