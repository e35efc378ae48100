import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';
import { findApprovers } from './gateway.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/**
 * Says whose app has sent a request of Slack, by its signature, and which user of Slack has caused it. A request
 * is taken once.
 */
export const openSlackRequest = operation({
  id: 'openSlackRequest',
  path: '/internal/slack/requests',
  summary: 'Verify a request of Slack',
  body: Type.Object({
    /** The body, as it came. */
    text: Type.String(),
    signature: Type.String(),
    timestamp: Type.String(),
  }),
  responses: {
    200: Type.Object({
      workspaceId: Type.String(),
      teamId: Type.String(),
      slackUserId: Type.String(),
      slackUserName: Type.String(),
    }),
  },
  errors: ['UNAUTHENTICATED'],
});

/**
 * Does what a verified request of Slack asks for, in the name of the member who is linked to its user; or tells
 * that user alone why not.
 */
export const answerSlackRequest = operation({
  id: 'answerSlackRequest',
  path: '/internal/slack/answers',
  summary: 'Answer a request of Slack',
  onward: [findApprovers],
  body: Type.Object({
    workspaceId: Type.String(),
    text: Type.String(),
    /** Null where nothing speaks against it. */
    refusal: Nullable(
      Type.Object({
        message: Type.String(),
        /** Where it can be mended; null for nowhere. */
        link: Nullable(Type.String()),
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      /** What Slack is answered; null for nothing. */
      answer: Nullable(Type.Object({}, { additionalProperties: true })),
    }),
  },
  errors: ['FORBIDDEN'],
});
