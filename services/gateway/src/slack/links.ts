import { newSecret } from '@output-review/runtime';
import { AppError } from '@output-review/errors';
import { transact } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import {
  deleteLink,
  findRequest,
  insertLink,
  insertRequest,
  type LinkRequest,
  type SlackUser,
  takeRequest,
} from './links.sql.ts';

const LINK_MS = 15 * 60_000;

/** Creates the link with which a Slack user identifies as a member, once. */
export async function makeLinkFor(
  { db, clock, listener }: Context,
  user: SlackUser,
): Promise<string> {
  const token = newSecret();
  const now = clock.now();
  await insertRequest(db, user, { token, now, expiresAt: new Date(now.getTime() + LINK_MS) });
  return `${listener.url}/slack-link#${token}`;
}

/** A user with a session who opens a link. */
export interface Linking extends UserRequest {
  readonly token: string;
}

/** @throws AppError NOT_FOUND. */
export async function readRequest(
  { db, clock }: Context,
  { principal: { userId }, token }: Linking,
): Promise<LinkRequest> {
  const found = await findRequest(db, { token, userId, now: clock.now() });
  return found ?? noSuchLink();
}

/**
 * Links the Slack user of a link, in the workspace of the link, which may differ from the one that the session acts in.
 * @throws AppError NOT_FOUND, CONFLICT.
 */
export function acceptRequest(ctx: Context, { token, ...origin }: Linking): Promise<void> {
  const { userId } = origin.principal;
  const at = ctx.clock.now();
  return transact(ctx, async (tx) => {
    const found = (await takeRequest(tx, { token, userId, now: at })) ?? noSuchLink();
    const { workspaceId, teamId, slackUserId } = found;
    if (!(await insertLink(tx, { ...found, userId, at }))) {
      throw new AppError(
        'CONFLICT',
        'Somebody is linked to this Slack user already. They can unlink it on their account page.',
      );
    }
    tx.audit(origin, {
      ...{ workspaceId, action: 'slack.linked', target: { kind: 'member', id: userId } },
      after: { teamId, slackUserId },
    });
  });
}

function noSuchLink(): never {
  throw new AppError(
    'NOT_FOUND',
    'This link was used, has expired, or is for a workspace that you are not a member of. Press a button in Slack to get a new one.',
  );
}

interface Unlinking extends UserRequest {
  readonly slackUserId: string;
}

/** @throws AppError NOT_FOUND. */
export function unlink(ctx: Context, { slackUserId, ...origin }: Unlinking): Promise<void> {
  const { workspaceId, userId } = origin.principal;
  return transact(ctx, async (tx) => {
    if (!(await deleteLink(tx, { workspaceId, userId, slackUserId }))) {
      throw new AppError('NOT_FOUND', 'This Slack user is not linked to your account.');
    }
    tx.audit(origin, {
      ...{ workspaceId, action: 'slack.unlinked', target: { kind: 'member', id: userId } },
      before: { slackUserId },
    });
  });
}
