import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { InternalActions } from './internal-actions.ts';

export const makeEvaluateNowRoute = ({ evaluateNow }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.evaluateNow, async ({ body }) => ({
    status: 200,
    body: await evaluateNow(body),
  }));
