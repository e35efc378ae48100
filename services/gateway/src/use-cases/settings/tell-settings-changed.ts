import { canonicalJson, type KnownState } from '@output-review/runtime';

import type { Audit } from '../workspace-request.ts';

interface Sides {
  readonly before: KnownState;
  readonly after: KnownState;
}

/** Keeps for the audit what settings were and are, where any of them differs. */
export async function tellSettingsChanged(
  audit: Audit,
  workspaceId: string,
  { before, after }: Sides,
): Promise<void> {
  if (canonicalJson(before) === canonicalJson(after)) return;
  await audit({
    ...{ workspaceId, action: 'settings.changed' },
    ...{ target: { kind: 'workspace', id: workspaceId }, before, after },
  });
}
