import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { route } from '../context.ts';

export const accessRoutes = [
  route(INTERNAL_OPERATIONS.takeModelCall, async ({ limiter }, { principal }) => {
    if (!('workspaceId' in principal)) {
      throw new AppError('FORBIDDEN', 'Model calls are counted only for users and tokens.');
    }
    return { status: 200, body: { retryAfterSeconds: await limiter.takeModelCall(principal) } };
  }),
];
