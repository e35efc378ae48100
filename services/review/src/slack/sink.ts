import { type Encryptor, rejectionOf, type SqlClient, withDeadline } from '@output-review/runtime';

import { TOO_MANY_REQUESTS } from '../deliveries/attempts.pure.ts';
import type { EventBody } from '../deliveries/body.pure.ts';
import { composeDigest, type Digest } from '../deliveries/digest.pure.ts';
import { ATTEMPT_MS_MAX, describeFailure } from '../deliveries/post-json.ts';
import { type Sending, type Sink, type SinkAnswer, unanswered } from '../deliveries/sink.ts';
import { digestToSlack } from '../deliveries/slack-text.pure.ts';
import { isCalling, type SlackApp } from '../destinations/notifications.pure.ts';
import { findReasons } from '../destinations/notifications.sql.ts';
import { findSlackApp } from '../destinations/slack-apps.sql.ts';
import type { SlackAnswer, SlackRefusal } from './answers.pure.ts';
import type { SlackApi } from './api.ts';
import { callingMessage, decidedMessage, DELETED_MESSAGE, passedMessage } from './messages.pure.ts';
import {
  beginMessage,
  findMessagesToRewrite,
  forgetMessage,
  keepPosted,
  keepRewritten,
  type SlackMessage,
} from './messages.sql.ts';

interface Options {
  readonly db: SqlClient;
  readonly encryptor: Pick<Encryptor, 'open'>;
  readonly slack: SlackApi;
  readonly publicUrl: () => string;
  /** Timeout of an attempt with all its calls, 15 s by default. */
  readonly timeoutMs?: number | undefined;
}

/** The input of one attempt. */
interface Attempt extends Options {
  readonly app: SlackApp & { readonly botToken: string };
  readonly deliveryId: string;
  readonly body: EventBody;
  readonly digest: Digest | null;
  readonly signal: AbortSignal;
}

/**
 * Posts a message for each request for a decision and each digest. Updates it when the output is decided, deleted or
 * passes after all.
 */
export function makeSlackAppSink(options: Options): Sink {
  const { timeoutMs = ATTEMPT_MS_MAX } = options;
  return (sending, signal) =>
    withDeadline({ timeoutMs, signal }, async (ended) => {
      try {
        // Makes no call after the timeout, even if the database was slow.
        return await Promise.race([send(options, sending, ended), rejectionOf(ended)]);
      } catch (error) {
        if (signal.aborted || !ended.aborted) throw error;
        return unanswered(`Slack could not be reached. ${describeFailure(error, timeoutMs)}`);
      }
    });
}

async function send(
  options: Options,
  { id: deliveryId, body, digest, sentAt }: Sending,
  signal: AbortSignal,
): Promise<SinkAnswer> {
  const { db, encryptor, publicUrl } = options;
  const app = await findSlackApp(db, encryptor, body.workspaceId);
  const botToken = app?.botToken ?? null;
  if (!app || botToken === null) {
    return unanswered('The Slack app has no bot token. Enter it in the settings.');
  }
  const attempt = { ...options, app: { ...app, botToken }, deliveryId, body, digest, signal };
  if (body.event === 'test') {
    const message = callingMessage(body, publicUrl());
    return answerOf(await call(attempt, 'chat.postMessage', { channel: app.channel, ...message }));
  }
  return digest || isCalling(body.event) ? postOnce(attempt, sentAt) : rewrite(attempt);
}

const DONE = unanswered(null);

/** Posts a message unless it was posted before. If an earlier attempt was interrupted, looks for it in the channel. */
async function postOnce(attempt: Attempt, at: Date): Promise<SinkAnswer> {
  const { db, app, deliveryId } = attempt;
  const begun = await beginMessage(db, { deliveryId, channel: app.channel, at });
  if (!begun || begun.isOver) return DONE;
  const message = messageOf(attempt);
  if (!begun.isNew) {
    const found = await locate(attempt, begun);
    if ('error' in found) return answerOf(found);
    if (found.ts !== null) {
      const updated = await update(attempt, { ...begun, ts: found.ts }, message);
      if (updated.ok || updated.code !== NOT_THERE) return answerOf(updated);
    } else if (begun.channel !== app.channel) {
      // Otherwise a later attempt would look for it in the previous channel.
      await forgetMessage(db, deliveryId);
      return postOnce(attempt, at);
    }
  }
  const posted = await call(attempt, 'chat.postMessage', {
    ...{ channel: app.channel, ...message },
    metadata: { event_type: MESSAGE_TYPE, event_payload: { delivery_id: deliveryId } },
  });
  if (!posted.ok) {
    if (!posted.isUncertain) await forgetMessage(db, deliveryId);
    return answerOf(posted);
  }
  const { channel, ts } = posted.body;
  if (typeof ts === 'string') {
    const known = typeof channel === 'string' ? channel : app.channel;
    await keepPosted(db, deliveryId, { channel: known, ts });
  }
  return answerOf(posted);
}

function messageOf({ body, digest, publicUrl }: Attempt) {
  return digest
    ? digestToSlack(composeDigest(digest, publicUrl()))
    : callingMessage(body, publicUrl());
}

const MESSAGE_TYPE = 'output_review';
// Slack's error for a message that someone has deleted.
const NOT_THERE = 'message_not_found';

/**
 * Updates all messages about an output to its present state. One that fails does not block the others. If Slack
 * throttles, the next attempt continues there.
 */
async function rewrite(attempt: Attempt): Promise<SinkAnswer> {
  const { db, deliveryId } = attempt;
  const message = await afterwards(attempt);
  let answer = DONE;
  for (const each of await findMessagesToRewrite(db, deliveryId)) {
    const rewritten = await rewriteOne(attempt, each, message);
    if (rewritten?.status === TOO_MANY_REQUESTS) return rewritten;
    // Report the first refusal.
    if (rewritten !== null && answer.error === null) answer = rewritten;
  }
  return answer;
}

async function afterwards({ db, body, publicUrl }: Attempt): Promise<object> {
  if (body.event === 'deleted') return DELETED_MESSAGE;
  if (body.event === 'pass') return passedMessage(body, publicUrl());
  return decidedMessage(body, await findReasons(db, body.workspaceId), publicUrl());
}

/** @returns null if the message does not exist. */
async function rewriteOne(
  attempt: Attempt,
  each: SlackMessage,
  message: object,
): Promise<SinkAnswer | null> {
  const found = await locate(attempt, each);
  if ('error' in found) return answerOf(found);
  const updated =
    found.ts === null ? null : await update(attempt, { ...each, ts: found.ts }, message);
  const isGone = updated === null || (!updated.ok && updated.code === NOT_THERE);
  if (!isGone && !updated.ok) return answerOf(updated);
  const { db, body, deliveryId } = attempt;
  if (isGone || body.event === 'deleted') await forgetMessage(db, each.deliveryId);
  else await keepRewritten(db, { messageId: each.deliveryId, deliveryId });
  return isGone ? null : answerOf(updated);
}

type Located = { readonly ts: string | null } | SlackRefusal;

// Slack's errors for a channel that does not exist, or that the app is not in.
const NO_CHANNEL: ReadonlySet<string | null> = new Set(['channel_not_found', 'not_in_channel']);

/**
 * The timestamp that identifies a message in Slack, null if it was not posted. If it was not stored, looks for the
 * message. If the channel cannot be read and the settings have another one by now, assumes that it was not posted:
 * someone corrected the channel.
 */
async function locate(attempt: Attempt, message: SlackMessage): Promise<Located> {
  if (message.ts !== null) return { ts: message.ts };
  const found = await findPosted(attempt, message);
  if (!('error' in found) && found.ts !== null) {
    await keepPosted(attempt.db, message.deliveryId, { channel: message.channel, ts: found.ts });
  }
  const isCorrected = message.channel !== attempt.app.channel;
  if ('error' in found && isCorrected && NO_CHANNEL.has(found.code)) return { ts: null };
  return found;
}

// Tolerance for clock differences between Slack and this service.
const CLOCKS_APART_SECONDS = 300;
const PAGE = 200;
const PAGES_MAX = 10;

/**
 * Looks for a message that may have been posted, by the delivery ID in its metadata, from the first attempt on. Without
 * permission to read the channel, assumes that it was not posted.
 */
async function findPosted(
  attempt: Attempt,
  { channel, begunAt, deliveryId }: SlackMessage,
): Promise<Located> {
  const oldest = String(Math.floor(begunAt.getTime() / 1_000) - CLOCKS_APART_SECONDS);
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await call(attempt, 'conversations.history', {
      ...{ channel, oldest, include_all_metadata: true, limit: PAGE },
      ...(cursor !== undefined && { cursor }),
    });
    if (!answer.ok) return answer.code === 'missing_scope' ? { ts: null } : answer;
    const history = answer.body as History;
    const found = history.messages?.find(
      ({ metadata }) => metadata?.event_payload?.delivery_id === deliveryId,
    );
    if (found?.ts !== undefined) return { ts: found.ts };
    cursor = history.response_metadata?.next_cursor;
    if (cursor === undefined || cursor === '') return { ts: null };
  }
  return { ts: null };
}

/** The used part of a conversations.history response. */
interface History {
  readonly messages?: readonly {
    readonly ts?: string;
    readonly metadata?: { readonly event_payload?: { readonly delivery_id?: unknown } };
  }[];
  readonly response_metadata?: { readonly next_cursor?: string };
}

function update(
  attempt: Attempt,
  { channel, ts }: Pick<SlackMessage, 'channel'> & { readonly ts: string },
  message: object,
): Promise<SlackAnswer> {
  return call(attempt, 'chat.update', { channel, ts, ...message });
}

function call({ slack, app, signal }: Attempt, method: string, args: object): Promise<SlackAnswer> {
  return slack.call(method, { token: app.botToken, args: { ...args } }, signal);
}

function answerOf(answer: SlackAnswer): SinkAnswer {
  if (answer.ok) return { ...DONE, status: answer.status };
  const { status, error, code, retryAfterMs } = answer;
  return { status, error, answer: code, retryAfterMs };
}
