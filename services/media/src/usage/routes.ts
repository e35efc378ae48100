import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { checkOwnQuota } from './usage.pure.ts';
import { changeQuota, readUsage } from './usage.sql.ts';

export const usageRoutes = [
  route(INTERNAL_OPERATIONS.readMediaUsage, async ({ db, quotaBytes }, { body }) => ({
    status: 200,
    body: await readUsage(db, body.workspaceId, quotaBytes),
  })),
  // Existing files stay even if they exceed the new quota. A trial only validates the quota.
  route(INTERNAL_OPERATIONS.changeMediaQuota, async ({ db, quotaBytes }, { body }) => {
    const { workspaceId, mediaQuotaBytes, isTrial } = body;
    checkOwnQuota(mediaQuotaBytes, quotaBytes);
    if (!isTrial) await changeQuota(db, workspaceId, mediaQuotaBytes);
    return { status: 200, body: await readUsage(db, workspaceId, quotaBytes) };
  }),
];
