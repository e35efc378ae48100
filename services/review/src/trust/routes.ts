import { getRuleResults, listRuleResults } from '@output-review/contracts';

import { route } from '../context.ts';
import { listResults, resultsOfRule } from './trust.ts';

export const trustRoutes = [
  route(listRuleResults, async (ctx, request) => ({
    status: 200,
    body: await listResults(ctx, request),
  })),
  route(getRuleResults, async (ctx, request) => ({
    status: 200,
    body: await resultsOfRule(ctx, request),
  })),
];
