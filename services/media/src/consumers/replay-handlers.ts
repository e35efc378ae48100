import { outputOfKey, TOPICS, workspacesChanged } from '@output-review/contracts';
import {
  type ErasedWorkspaces,
  makeMessageReader,
  type ReplayDeadLettersDeps,
} from '@output-review/runtime';

import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

interface Deps {
  readonly deleteFiles: DeleteFiles;
  readonly erased: Pick<ErasedWorkspaces, 'note'>;
}

/**
 * A deletion of an output says no more than its key does, so one that cannot be read is made good by
 * that; what was told of a workspace is handled as if it came now.
 */
export function makeReplayHandlers({
  deleteFiles,
  erased,
}: Deps): ReplayDeadLettersDeps['handlers'] {
  const readWorkspace = makeMessageReader(workspacesChanged);
  return {
    [TOPICS.workspacesChanged]: async (message) => erased.note([readWorkspace(message)]),
    [TOPICS.outputsDeleted]: async ({ key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('Its key names no output.');
      await deleteFiles([{ workspaceId: output.workspaceId, outputId: output.id }]);
    },
  };
}
