import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { listenOnLoopback } from './listen-on-loopback.ts';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** Answers a call; `count` starts at 1. A function that does nothing lets the call hang. */
export type AnswerCall = (response: ServerResponse, call: ReceivedCall, count: number) => void;

/** A receiver of webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** In the order in which they were completely received. */
  readonly calls: readonly ReceivedCall[];
  answer: AnswerCall;
}

/** Starts a receiver on a free port of loopback or of another address. By default it answers 200. */
export async function startWebhookReceiver(
  answer: AnswerCall = (response) => response.end(),
  host = '127.0.0.1',
): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const { url: path = '', headers } = request;
    text(request).then(
      (json) => {
        const call = { path, headers, text: json, body: JSON.parse(json) as ReceivedCall['body'] };
        receiver.answer(response, call, calls.push(call));
      },
      () => {},
    );
  });
  const { port, ...loopback } = await listenOnLoopback(server, { host });
  const receiver: WebhookReceiver = {
    url: `http://${host}:${port}/hook`,
    calls,
    answer,
    ...loopback,
  };
  return receiver;
}
