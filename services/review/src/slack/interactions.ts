import type {
  AnswerOf,
  Decision,
  INTERNAL_OPERATIONS,
  UserPrincipal,
} from '@output-review/contracts';
import { AppError, type ErrorCode } from '@output-review/errors';
import type { RequestOf, SqlClient } from '@output-review/runtime';

import { Claimed } from '../claims/claims.ts';
import type { Context } from '../context.ts';
import { AlreadyApproved } from '../decisions/approvals.pure.ts';
import { decideOne } from '../decisions/decide.ts';
import { BARE_DECISION } from '../decisions/decisions.pure.ts';
import { findReasons } from '../destinations/notifications.sql.ts';
import { findSigner, findSlackApp } from '../destinations/slack-apps.sql.ts';
import { personOf } from '../outputs/output.pure.ts';
import { decisionDialog, type Notice, noticeBlocks, noticeDialog } from './dialogs.pure.ts';
import {
  type Pressed,
  readInteraction,
  type SlackAction,
  type Submitted,
} from './interactions.pure.ts';
import { hasSignature, isFresh, isSignedBy, type SignedRequest } from './signature.pure.ts';

type Opened = AnswerOf<typeof INTERNAL_OPERATIONS.openSlackRequest>;

/**
 * Returns the workspace whose app sent a request. Until the signature is verified, the body is trusted only for which
 * apps to try.
 *
 * @throws AppError UNAUTHENTICATED if no app signed it, if it is too old, or if it is a replay.
 */
export async function openRequest(
  { db, encryptor, clock }: Context,
  request: SignedRequest,
): Promise<Opened> {
  const now = clock.now();
  const isRead = hasSignature(request) && isFresh(request, now);
  const interaction = isRead ? readInteraction(request.text) : null;
  if (!interaction) throw notSigned();
  const { teamId, appId, slackUserId, slackUserName, done } = interaction;
  const workspaceId = await findSigner(db, encryptor, {
    ...{ teamId, appId, workspaceId: done?.key.workspaceId ?? null },
    hasSigned: (secret) => isSignedBy(secret, request),
  });
  if (workspaceId === null || !(await takeOnce(db, request.signature, now))) throw notSigned();
  return { workspaceId, teamId, slackUserId, slackUserName };
}

const TAKE = `
  WITH old AS (DELETE FROM slack_requests WHERE at < $3)
  INSERT INTO slack_requests (signature, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

// Older requests are refused for their age.
const KEPT_MS = 15 * 60_000;

/** Accepts a request once, by its signature. @returns false for a replay. */
async function takeOnce(db: SqlClient, signature: string, at: Date): Promise<boolean> {
  const before = new Date(at.getTime() - KEPT_MS);
  const { rowCount } = await db.query(TAKE, [signature, at, before]);
  return rowCount === 1;
}

function notSigned(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'This is not a request of a Slack app of a workspace. Check the IDs and the signing secret in the settings.',
  );
}

type Asking = RequestOf<typeof INTERNAL_OPERATIONS.answerSlackRequest>;

/** A user who pressed or submitted something, and how to reach them. */
interface Acting {
  readonly ctx: Context;
  readonly botToken: string;
  readonly slackUserId: string;
}

/** Handles a verified request. @returns the response to Slack, null for an empty one. */
export async function answerRequest(ctx: Context, request: Asking): Promise<object | null> {
  const { workspaceId, text, refusal } = request.body;
  const interaction = readInteraction(text);
  const app = await findSlackApp(ctx.db, ctx.encryptor, workspaceId);
  const botToken = app?.botToken ?? null;
  if (!interaction?.done || botToken === null) return null;
  const { done, slackUserId } = interaction;
  const acting = { ctx, botToken, slackUserId };
  if (refusal) return showNotice(acting, done, refusal);
  const principal = personOf(request.principal, 'Only people can decide in Slack.');
  if (done.key.workspaceId !== workspaceId) return showNotice(acting, done, noticeOf(NOT_THERE));
  if (done.kind === 'pressed' && done.action !== 'approve') return openDialog(acting, done);
  if (done.kind === 'pressed' && !done.showsAll) return showNotice(acting, done, NOT_SHOWN);
  return decide(acting, done, { ...request, principal });
}

const DECISIONS: Readonly<Record<SlackAction, Decision>> = {
  ...{ approve: 'approved', reject: 'rejected', redo: 'changed' },
};

type Decider = Pick<Asking, 'assertion' | 'requestId'> & { readonly principal: UserPrincipal };

/** Decides like the dashboard does. The delivery of the decision updates the message. */
async function decide(
  acting: Acting,
  done: Pressed | Submitted,
  { principal, assertion, requestId }: Decider,
): Promise<object | null> {
  const { comment, reasonIds } = done.kind === 'submitted' ? done : BARE_DECISION;
  const request = { ...BARE_DECISION, decision: DECISIONS[done.action], comment, reasonIds };
  try {
    // The client address is Slack's, not the user's.
    const caller = { principal, assertion, requestId, clientAddress: null };
    const decision = await decideOne(acting.ctx, done.key, { request, caller, source: 'slack' });
    if (decision === null) return await showNotice(acting, done, APPROVED);
  } catch (error) {
    return showNotice(acting, done, noticeOf(error));
  }
  return done.kind === 'submitted' ? { response_action: 'clear' } : null;
}

const say = (message: string): Notice => ({ message, link: null });

const APPROVED = say('Your approval counts. The output needs the approval of others, too.');

const NOT_SHOWN = say(
  'This message is from an earlier version, and may not show everything. Open the output to approve it.',
);

const NOT_THERE = new AppError('NOT_FOUND', 'There is no such output.');

const NOTICES: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'The output is not there anymore.',
  ALREADY_DECIDED: 'The output is already decided. Change the decision on its page.',
  STILL_EVALUATING: 'The output is being evaluated again. Decide when that is done.',
};

/** The notice for a refusal. @throws any other error. */
function noticeOf(error: unknown): Notice {
  if (error instanceof Claimed) {
    return say(
      `${error.claimedBy} has claimed this output. Leave it to them, or take it over on its page.`,
    );
  }
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const fields = Object.values(error.fields);
  const notice = error instanceof AlreadyApproved ? undefined : NOTICES[error.code];
  return say(notice ?? [error.message, ...fields].join(' '));
}

// Slack waits three seconds, and a trigger ID is valid as long.
const CALL_MS_MAX = 1_500;

async function openDialog(acting: Acting, pressed: Pressed): Promise<null> {
  const { ctx, botToken: token } = acting;
  const { action, key, triggerId } = pressed;
  const reasons = await findReasons(ctx.db, key.workspaceId);
  const args = { trigger_id: triggerId, view: decisionDialog(action, key, reasons) };
  const opened = await ctx.slack.call('views.open', { token, args, timeoutMs: CALL_MS_MAX });
  if (!opened.ok) {
    ctx.log.warn({ slackError: opened.error }, 'dialog in Slack not opened');
    await showNotice(
      acting,
      pressed,
      say('Slack did not open the dialog. Press the button again.'),
    );
  }
  return null;
}

/** Shows a notice to one user: in the dialog, or below the message. */
async function showNotice(
  { ctx, botToken: token, slackUserId: user }: Acting,
  done: Pressed | Submitted,
  notice: Notice,
): Promise<object | null> {
  if (done.kind === 'submitted') return { response_action: 'update', view: noticeDialog(notice) };
  const { channel } = done;
  const args = { channel, user, text: notice.message, blocks: noticeBlocks(notice) };
  const posted = await ctx.slack.call('chat.postEphemeral', {
    token,
    args,
    timeoutMs: CALL_MS_MAX,
  });
  if (!posted.ok) ctx.log.warn({ slackError: posted.error }, 'notice in Slack not posted');
  return null;
}
