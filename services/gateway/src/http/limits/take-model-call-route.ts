import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { Limiter } from '../door/limits.ts';

export const makeTakeModelCallRoute = ({ takeModelCall }: Pick<Limiter, 'takeModelCall'>): Route =>
  implement(INTERNAL_OPERATIONS.takeModelCall, async ({ principal }) => {
    if (!('workspaceId' in principal)) {
      throw new AppError('FORBIDDEN', 'Model calls are counted by who causes them.');
    }
    return { status: 200, body: { retryAfterSeconds: await takeModelCall(principal) } };
  });
