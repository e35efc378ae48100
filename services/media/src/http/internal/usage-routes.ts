import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { FileActions } from './file-actions.ts';

export const makeReadMediaUsageRoute = ({ readUsage }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.readMediaUsage, async ({ body }) => ({
    status: 200,
    body: await readUsage(body.workspaceId),
  }));

export const makeChangeMediaQuotaRoute = ({ changeQuota }: FileActions): Route =>
  implement(INTERNAL_OPERATIONS.changeMediaQuota, async ({ body }) => {
    const { workspaceId, mediaQuotaBytes: quotaBytes, isTrial } = body;
    return { status: 200, body: await changeQuota(workspaceId, { quotaBytes, isTrial }) };
  });
