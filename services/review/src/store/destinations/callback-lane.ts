import { createHash } from 'node:crypto';

import type { Sealer } from '@output-review/runtime';

export type LaneOf = (workspaceId: string, callbackUrlSealed: string) => string | null;

const LANE_LENGTH = 22;

/**
 * Callbacks of a workspace to one origin stand in one line, so that a slow one holds up no other. Null
 * where the URL cannot be opened any more.
 */
export const makeLaneOf =
  ({ open }: Pick<Sealer, 'open'>): LaneOf =>
  (workspaceId, sealed) => {
    const origin = originOf(open, sealed);
    if (origin === null) return null;
    const hash = createHash('sha256').update(`${workspaceId}\n${origin}`);
    return hash.digest('base64url').slice(0, LANE_LENGTH);
  };

function originOf(open: Sealer['open'], sealed: string): string | null {
  try {
    return new URL(open(sealed)).origin;
  } catch {
    return null;
  }
}
