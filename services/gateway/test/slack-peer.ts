import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

interface User {
  readonly workspaceId: string;
  readonly teamId: string;
  readonly slackUserId: string;
  readonly slackUserName: string;
}

/** Counted wrong by the review service below. */
export const FORGED = 'forged';

/** A review service that accepts every other Slack request as signed by the user in its text, and records whom it answers. */
export function slackRoutes(answered: string[]): Route[] {
  return [
    implement(INTERNAL_OPERATIONS.openSlackRequest, async ({ body: { text } }) => {
      if (text === FORGED) throw new AppError('UNAUTHENTICATED', 'Not signed.');
      return { status: 200, body: JSON.parse(text) as User };
    }),
    implement(INTERNAL_OPERATIONS.answerSlackRequest, async ({ body: { text } }) => {
      answered.push((JSON.parse(text) as User).slackUserId);
      return { status: 200, body: { answer: null } };
    }),
  ];
}
