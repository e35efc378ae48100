import {
  type AnswerOf,
  decideOutput,
  INTERNAL_OPERATIONS,
  mayCall,
  type UserPrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Context } from '../context.ts';
import { makeLinkFor } from './links.ts';
import { findLinkedMember, type SlackUser } from './links.sql.ts';

const { openSlackRequest, answerSlackRequest } = INTERNAL_OPERATIONS;

// Slack waits three seconds and ignores later answers.
const OPEN_MS_MAX = 1_000;
const ANSWER_MS_MAX = 2_500;

/** A request to the interactivity URL, unparsed. */
export interface SlackRequest {
  readonly text: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly requestId: string;
}

type Answer = AnswerOf<typeof answerSlackRequest>['answer'];

/** Makes review verify a request from Slack. @returns its Slack user. @throws AppError UNAUTHENTICATED. */
export function verifySlack(
  { review, assertion }: Context,
  { requestId, ...request }: SlackRequest,
): Promise<SlackUser> {
  return review.call(openSlackRequest, {
    ...{ body: request, assertion, requestId, timeoutMs: OPEN_MS_MAX },
  });
}

/**
 * Makes review apply a verified request in the name of the member linked to its Slack user, with the current role of
 * that member.
 *
 * @throws AppError RATE_LIMITED.
 */
export async function answerSlack(
  ctx: Context,
  user: SlackUser,
  { text, requestId }: Pick<SlackRequest, 'text' | 'requestId'>,
): Promise<Answer> {
  const { review, limiter } = ctx;
  const { workspaceId } = user;
  await limiter.limitSlack(workspaceId);
  const acting = await actorOf(ctx, user);
  const { answer } = await review.call(answerSlackRequest, {
    body: { workspaceId, text, refusal: acting.refusal },
    ...{ assertion: acting.assertion, requestId, timeoutMs: ANSWER_MS_MAX },
  });
  return answer;
}

/** The member who acts; or the reason for a refusal, reported in the name of the gateway. */
async function actorOf(ctx: Context, user: SlackUser) {
  const { db, issuer, limiter, assertion } = ctx;
  const member = await findLinkedMember(db, user);
  if (!member) {
    const link = await makeLinkFor(ctx, user);
    return { assertion, refusal: { message: NOT_LINKED, link } };
  }
  const principal: UserPrincipal = { kind: 'user', workspaceId: user.workspaceId, ...member };
  const refused = (message: string) => ({ assertion, refusal: { message, link: null } });
  if (!mayCall(decideOutput, principal)) return refused(NO_ROLE);
  try {
    await limiter.limit(decideOutput, principal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return refused(error.message);
    throw error;
  }
  return { assertion: await issuer.issue(principal, answerSlackRequest), refusal: null };
}

const NOT_LINKED =
  'Nothing was decided yet. Link your Slack user to your account once, then press the button again. The link works for 15 minutes, for you only.';
const NO_ROLE = 'Your role in this workspace lets you see outputs, but not decide them.';
