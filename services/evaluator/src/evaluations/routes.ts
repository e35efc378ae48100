import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { lookUpResults } from '../runs/runs.sql.ts';
import { evaluateNow } from './evaluations.ts';

export const evaluationRoutes = [
  route(INTERNAL_OPERATIONS.evaluateNow, async (ctx, { body }) => ({
    status: 200,
    body: await evaluateNow(ctx, body),
  })),
  route(INTERNAL_OPERATIONS.lookUpEvaluations, async ({ db }, { body }) => ({
    status: 200,
    body: { evaluations: await lookUpResults(db, body.workspaceId, body.ids) },
  })),
];
