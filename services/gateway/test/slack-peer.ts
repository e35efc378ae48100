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

/**
 * A review service that accepts every other Slack request as signed by the user in its text. Records whom it answers,
 * and with which refusal if that has no link.
 */
export function slackRoutes(answered: string[]): Route[] {
  return [
    implement(INTERNAL_OPERATIONS.openSlackRequest, async ({ body: { text } }) => {
      if (text === FORGED) throw new AppError('UNAUTHENTICATED', 'Not signed.');
      return { status: 200, body: JSON.parse(text) as User };
    }),
    implement(INTERNAL_OPERATIONS.answerSlackRequest, async ({ body: { text, refusal } }) => {
      const { slackUserId } = JSON.parse(text) as User;
      answered.push(refusal?.link === null ? `${slackUserId}: ${refusal.message}` : slackUserId);
      return { status: 200, body: { answer: null } };
    }),
  ];
}
