import type { WorkspacesChanged } from '@output-review/contracts';

import type { Context } from '../context.ts';

/** How workspaces want their outputs kept and decided, and which are to be erased. */
export async function applyWorkspaceChanges(
  { workspaces, erased }: Pick<Context, 'workspaces' | 'erased'>,
  changes: readonly WorkspacesChanged[],
): Promise<void> {
  await workspaces.apply(changes);
  await erased.note(changes);
}
