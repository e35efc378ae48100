import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';

import { listenOnLoopback } from './listen-on-loopback.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A received call of the Web API. */
export interface SlackServerCall {
  readonly method: string;
  readonly token: string;
  readonly args: Fields;
}

/** A message in a channel. */
export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
  readonly text: string;
  readonly blocks: readonly Fields[];
  readonly metadata?: unknown;
}

/** How a call fails: with a Slack error, a status, another answer, or by losing the answer after the call is done. */
export type SlackFault =
  | { readonly error: string }
  | { readonly answer: Fields }
  | { readonly status: number; readonly retryAfter?: number }
  | 'answer lost';

/** A fake Slack with one app in one channel. It uses the real formats. */
export interface SlackServer extends AsyncDisposable {
  /** The value for SLACK_API_URL. */
  readonly url: string;
  readonly calls: readonly SlackServerCall[];
  /** The messages in the channel, oldest first. */
  readonly messages: readonly PostedMessage[];
  /** Decides whether and how a call fails; null lets it succeed. */
  fault: (call: SlackServerCall) => SlackFault | null | Promise<SlackFault | null>;
}

/** The identifiers and secrets of the test app. */
export const SLACK_APP = {
  ...{ teamId: 'T0TEST', appId: 'A0TEST', channel: 'C0TEST' },
  ...{ botToken: 'xoxb-of-a-test', signingSecret: '8f742231b10e8888abcd99yyyzzz85a5' },
} as const;

/** Starts a server on loopback or another address, by default on a free port. */
export async function startSlackServer({
  host = '127.0.0.1',
  port = 0,
} = {}): Promise<SlackServer> {
  const calls: SlackServerCall[] = [];
  const messages: PostedMessage[] = [];
  let lastTs = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request);
    calls.push(call);
    const fault = await server.fault(call);
    const { status, headers, body } =
      fault === null || fault === 'answer lost'
        ? { status: 200, headers: {}, body: answerTo(call, messages, () => (lastTs += 1)) }
        : faultAnswer(fault);
    if (fault === 'answer lost') response.destroy();
    else response.writeHead(status, { 'content-type': JSON_TYPE, ...headers }).end(body);
  };
  const http = createServer((request, response) => {
    response.on('error', () => {});
    respond(request, response).catch(() => response.destroy());
  });
  const loopback = await listenOnLoopback(http, { host, port });
  const server: SlackServer = {
    url: `http://${host}:${loopback.port}/api`,
    ...{ calls, messages },
    fault: () => null,
    [Symbol.asyncDispose]: loopback[Symbol.asyncDispose],
  };
  return server;
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function readCall(request: IncomingMessage): Promise<SlackServerCall> {
  const body = await readText(request);
  const isJson = request.headers['content-type'] === JSON_TYPE;
  const args = isJson
    ? (JSON.parse(body) as Fields)
    : Object.fromEntries(new URLSearchParams(body).entries());
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return { method: (request.url ?? '').split('/').at(-1) ?? '', token, args };
}

function faultAnswer(fault: Exclude<SlackFault, 'answer lost'>) {
  if ('error' in fault) {
    return { status: 200, headers: {}, body: JSON.stringify({ ok: false, error: fault.error }) };
  }
  if ('answer' in fault) return { status: 200, headers: {}, body: JSON.stringify(fault.answer) };
  const { status, retryAfter } = fault;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status, headers, body: JSON.stringify({ ok: false, error: 'ratelimited' }) };
}

const refused = (error: string): Fields => ({ ok: false, error });

function answerTo(
  { method, token, args }: SlackServerCall,
  messages: PostedMessage[],
  nextTs: () => number,
): string {
  const answer = (): Fields => {
    if (token !== SLACK_APP.botToken) return refused('invalid_auth');
    switch (method) {
      case 'chat.postMessage':
        return post(args, messages, `1700000000.${String(nextTs()).padStart(6, '0')}`);
      case 'chat.update':
        return update(args, messages);
      case 'conversations.history':
        return history(args, messages);
      case 'chat.postEphemeral':
        return faultOfBlocks(args) ?? { ok: true, message_ts: '1700000000.999999' };
      case 'views.open':
        return faultOfView(args) ?? { ok: true, view: { id: 'V0TEST' } };
      default:
        return refused('unknown_method');
    }
  };
  return JSON.stringify(answer());
}

function post(args: Fields, messages: PostedMessage[], ts: string): Fields {
  const { channel, text, blocks, metadata } = args;
  if (channel !== SLACK_APP.channel) return refused('channel_not_found');
  const fault = faultOfBlocks(args);
  if (fault) return fault;
  const kept = { text: String(text), blocks: blocks as Fields[], metadata };
  messages.push({ channel, ts, ...kept });
  return { ok: true, channel, ts, message: kept };
}

function update(args: Fields, messages: PostedMessage[]): Fields {
  const { channel, ts, text, blocks } = args;
  const at = messages.findIndex((each) => each.channel === channel && each.ts === ts);
  const present = messages[at];
  if (!present) return refused('message_not_found');
  const fault = faultOfBlocks(args);
  if (fault) return fault;
  messages[at] = { ...present, text: String(text), blocks: blocks as Fields[] };
  return { ok: true, channel, ts, text };
}

// Newest first, in pages of two, so that tests cover paging.
function history(args: Fields, messages: readonly PostedMessage[]): Fields {
  if (args['channel'] !== SLACK_APP.channel) return refused('channel_not_found');
  const from = Number(args['cursor'] ?? 0);
  const all = messages.toReversed();
  const found = all.slice(from, from + 2).map(({ metadata, ...message }) => ({
    ...{ type: 'message', ...message },
    ...(args['include_all_metadata'] === 'true' && { metadata }),
  }));
  const next = from + 2 < all.length ? String(from + 2) : '';
  return { ok: true, messages: found, response_metadata: { next_cursor: next } };
}

// Source: Slack, "Block Kit": texts have 1 to 3,000 characters, headers 150, fields 2,000, messages 50 blocks, button
// labels 75.
function faultOfBlocks({ blocks }: Fields): Fields | null {
  const all = (blocks ?? []) as readonly {
    readonly type: string;
    readonly text?: { readonly text: string };
    readonly fields?: readonly { readonly text: string }[];
    readonly elements?: readonly { readonly text: { readonly text: string } }[];
  }[];
  const isUnfit = (text: string, lengthMax: number) => text === '' || text.length > lengthMax;
  const isRefused = all.some(
    ({ type, text, fields = [], elements = [] }) =>
      (text && isUnfit(text.text, type === 'header' ? 150 : 3_000)) ||
      fields.some((each) => isUnfit(each.text, 2_000)) ||
      elements.some((each) => isUnfit(each.text.text, 75)),
  );
  return isRefused || all.length > 50 ? refused('invalid_blocks') : null;
}

function faultOfView({ trigger_id: trigger, view }: Fields): Fields | null {
  if (typeof trigger !== 'string') return refused('invalid_trigger_id');
  const {
    type,
    title,
    private_metadata: kept = '',
  } = (view ?? {}) as {
    readonly type?: string;
    readonly title?: { readonly text: string };
    readonly private_metadata?: string;
  };
  const isFit = type === 'modal' && (title?.text.length ?? 99) <= 24 && kept.length <= 3_000;
  return isFit ? null : refused('invalid_arguments');
}

/** A signed request as Slack sends it. Source: Slack, "Verifying requests from Slack". */
export function signedBySlack(
  payload: object,
  { at, secret = SLACK_APP.signingSecret }: { readonly at: Date; readonly secret?: string },
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${digest}`,
    },
  };
}
