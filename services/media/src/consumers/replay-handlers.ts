import {
  makeTolerantValidator,
  TOPICS,
  type WorkspacesChanged,
  workspacesChanged,
} from '@output-review/contracts';
import type { ErasedWorkspaces, ReplayDeadLettersDeps } from '@output-review/runtime';

import type { OutputKey } from '../use-cases/claims/claim-store.ts';
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
  const findFault = makeTolerantValidator(workspacesChanged.schema);
  return {
    [TOPICS.workspacesChanged]: async ({ json }) => {
      const data: unknown = JSON.parse(json);
      const fault = findFault(data);
      if (fault !== null) throw new Error(fault);
      await erased.note([data as WorkspacesChanged]);
    },
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
