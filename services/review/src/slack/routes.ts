import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { route } from '../context.ts';
import { answerRequest, openRequest } from './interactions.ts';

/** User interactions from Slack, which the gateway receives. */
export const slackRoutes = [
  route(INTERNAL_OPERATIONS.openSlackRequest, async (ctx, { body }) => ({
    status: 200,
    body: await openRequest(ctx, body),
  })),
  route(INTERNAL_OPERATIONS.answerSlackRequest, async (ctx, request) => ({
    status: 200,
    body: { answer: await answerRequest(ctx, request) },
  })),
];
