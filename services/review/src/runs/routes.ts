import { evaluateAgain, INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { requireSeen, tellReviewState } from '../outputs/seen.ts';
import { evaluateOneAgain, startRuns } from './runs.ts';

export const runRoutes = [
  tellReviewState(
    route(evaluateAgain, async (ctx, request) => {
      const key = await requireSeen(ctx.db, request);
      await evaluateOneAgain(ctx, key, request);
      return { status: 202, body: { ok: true, id: key.id, status: 'pending' } };
    }),
  ),
  route(INTERNAL_OPERATIONS.requestRuns, async (ctx, { body }) => ({
    status: 200,
    body: { started: await startRuns(ctx, body.outputs) },
  })),
];
