import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { draftInstructions, hasModel } from './drafts.ts';

export const draftRoutes = [
  route(INTERNAL_OPERATIONS.findModel, async (ctx, { body }) => ({
    status: 200,
    body: { isConfigured: await hasModel(ctx, body.workspaceId) },
  })),
  route(INTERNAL_OPERATIONS.draftInstructions, async (ctx, { body }) => ({
    status: 200,
    body: await draftInstructions(ctx, body),
  })),
];
