import type { WorkspacesChanged } from '@output-review/contracts';

import type { Context } from '../context.ts';

/** Applies the retention and decision settings of workspaces, and records which ones to erase. */
export async function applyWorkspaceChanges(
  { workspaces, erased }: Pick<Context, 'workspaces' | 'erased'>,
  changes: readonly WorkspacesChanged[],
): Promise<void> {
  await workspaces.apply(changes);
  await erased.note(changes);
}
