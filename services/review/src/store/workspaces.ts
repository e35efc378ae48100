import type { WorkspacesChanged } from '@output-review/contracts';
import { type Database, makeErasedWorkspaces, makeWorkspaceCopy } from '@output-review/runtime';

/** What review knows of workspaces: how they want their outputs kept, and which are to be erased. */
export function makeWorkspaces(database: Database) {
  const copy = makeWorkspaceCopy(database);
  const erased = makeErasedWorkspaces(database);
  return {
    erased,
    applyWorkspaces: async (changes: readonly WorkspacesChanged[]): Promise<void> => {
      await copy.apply(changes);
      await erased.note(changes);
    },
  };
}
