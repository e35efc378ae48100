import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { type ClientOptions, OutputReviewClient } from '../src/index.ts';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; null if it has none. */
  readonly body: unknown;
}

export type Answer = (response: ServerResponse, call: ReceivedCall) => void;

/** A real HTTP server that fails, or answers, in ways that the service does not. */
export interface ScriptedService extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Queues one answer for each following call; the last one is repeated. */
  answer(...answers: readonly Answer[]): void;
  client(options?: Partial<ClientOptions>): OutputReviewClient;
}

export async function startScriptedService(
  ...answers: readonly Answer[]
): Promise<ScriptedService> {
  const calls: ReceivedCall[] = [];
  let script = answers;
  let next = 0;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const { method = '', url: path = '', headers } = request;
    text(request).then(
      (sent) => {
        const body: unknown = sent === '' ? null : JSON.parse(sent);
        const call = { method, path, headers, body };
        calls.push(call);
        script[Math.min(next, script.length - 1)]?.(response, call);
        next += 1;
      },
      () => {},
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: ScriptedService = {
    ...{ url, calls },
    answer(...answers) {
      script = answers;
      next = 0;
    },
    client: (options) => new OutputReviewClient({ baseUrl: url, token: 'wh-test', ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Closes the connection without an answer. */
export const cut: Answer = (response) => response.destroy();

/** Closes the connection in the middle of an answer. */
export const cutMidway: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":', () => response.destroy());
};

/** Never answers. */
export const hang: Answer = () => {};

export const ACCEPTED = json(202, { ok: true, id: 'a-1', status: 'pending' });

const OPEN = {
  ...{ id: 'a-1', status: 'flagged', verdict: 'pass', confidenceScore: 1, explanation: null },
  ...{ humanDecision: null, settled: false, comment: null, correctedOutput: null },
  ...{ correctedAction: null, decidedBy: null, decidedAt: null, approvals: [] },
};

/** The status of an output. */
export const statusOf = (changes: Readonly<Record<string, unknown>> = {}) =>
  json(200, { ...OPEN, ...changes });
