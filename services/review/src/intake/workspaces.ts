import type { WorkspacesChanged } from '@output-review/contracts';

import type { Context } from '../context.ts';

/** Applies retention and decision settings of workspaces, and which are to be erased. */
export async function applyWorkspaceChanges(
  { workspaces, erased }: Pick<Context, 'workspaces' | 'erased'>,
  changes: readonly WorkspacesChanged[],
): Promise<void> {
  await workspaces.apply(changes);
  await erased.note(changes);
}
