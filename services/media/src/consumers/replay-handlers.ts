import { makeTolerantValidator, outputsDeleted, TOPICS } from '@output-review/contracts';
import type { ReplayDeadLettersDeps } from '@output-review/runtime';

import type { DeleteFiles } from '../use-cases/claims/delete-files.ts';

/** Handles again what was set aside. */
export function makeReplayHandlers({
  deleteFiles,
}: {
  readonly deleteFiles: DeleteFiles;
}): ReplayDeadLettersDeps['handlers'] {
  const findFault = makeTolerantValidator(outputsDeleted.schema);
  return {
    [TOPICS.outputsDeleted]: async ({ json }) => {
      const data: unknown = JSON.parse(json);
      const fault = findFault(data);
      if (fault !== null) throw new Error(fault);
      const { workspaceId, id } = data as { workspaceId: string; id: string };
      await deleteFiles([{ workspaceId, outputId: id }]);
    },
  };
}
