import { Type } from '@sinclair/typebox';

import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';
import { findApprovers } from './gateway.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/** Verifies a request of Slack by its signature, and returns the app and the Slack user. A request is accepted once. */
export const openSlackRequest = operation({
  id: 'openSlackRequest',
  path: '/internal/slack/requests',
  summary: 'Verify a request of Slack',
  body: Type.Object({
    /** The body as received. */
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

/** Executes a verified Slack request on behalf of the member linked to the user, or tells only that user why not. */
export const answerSlackRequest = operation({
  id: 'answerSlackRequest',
  path: '/internal/slack/answers',
  summary: 'Answer a request of Slack',
  onward: [findApprovers],
  body: Type.Object({
    workspaceId: Type.String(),
    text: Type.String(),
    /** Why the gateway refuses the request; null if it does not. */
    refusal: Nullable(
      Type.Object({
        message: Type.String(),
        /** Where to fix it; null if nowhere. */
        link: Nullable(Type.String()),
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      /** The answer to Slack; null if empty. */
      answer: Nullable(Type.Object({}, { additionalProperties: true })),
    }),
  },
  errors: ['FORBIDDEN'],
});
