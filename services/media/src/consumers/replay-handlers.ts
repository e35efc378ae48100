import { TOPICS } from '@output-review/contracts';
import type { ReplayDeadLettersDeps } from '@output-review/runtime';

import type { OutputKey } from '../use-cases/claims/claim-store.ts';
import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

/** A deletion says no more than its key does, so one that cannot be read is made good by that. */
export function makeReplayHandlers({
  deleteFiles,
}: {
  readonly deleteFiles: DeleteFiles;
}): ReplayDeadLettersDeps['handlers'] {
  return {
    [TOPICS.outputsDeleted]: async ({ key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('Its key names no output.');
      await deleteFiles([output]);
    },
  };
}

/** The output that an event is about, by its key `workspaceId/id`. */
function outputOfKey(key: string): OutputKey | null {
  const [, workspaceId, outputId] = /^([^/\0]+)\/([^\0]+)$/.exec(key) ?? [];
  return workspaceId !== undefined && outputId !== undefined ? { workspaceId, outputId } : null;
}
