import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** A string body is sent as is, like by a proxy; an object as JSON. */
type Answer = { status: number; headers?: Record<string, string>; body: object | string };
type Kind = 'POST' | 'STATUS' | 'DETAIL' | 'VERIFY' | 'DECIDE';
type Asked = { method: string; path: string; body: Record<string, unknown> };

const KINDS: Readonly<Record<string, Kind>> = { POST: 'POST', PATCH: 'DECIDE' };
export const SETTLED = { status: 200, body: { status: 'pass', verdict: 'pass' } };

export interface HttpListener {
  readonly url: string;
  posted(): Record<string, unknown>[];
  decided(): string[];
  /** The paths of all requests, in order. */
  paths(): string[];
  answerOnce(kind: Kind, answer: Answer): void;
  answerAlways(kind: Kind, answer: Answer): void;
  close(): Promise<void>;
}

/** An HTTP server that returns the queued answers, and success otherwise. */
export async function openListener(): Promise<HttpListener> {
  const asked: Asked[] = [];
  const told = new Map<string, Answer[]>();
  const usual: Record<Kind, Answer> = {
    POST: { status: 202, body: { ok: true, status: 'pending' } },
    STATUS: SETTLED,
    DETAIL: { status: 200, body: { decisions: [] } },
    DECIDE: { status: 200, body: { ok: true } },
    VERIFY: { status: 200, body: { ok: true, workspaceId: 'w1' } },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '' } = request;
    const sent = parseBody(chunks);
    asked.push({ method, path, body: sent });
    const kind = KINDS[method] ?? kindOfRead(path);
    const { status, headers, body } = told.get(kind)?.shift() ?? usual[kind];
    // Like the service, it returns the ID of the requested output.
    const id = sent.id ?? path.split('/')[3];
    const text = typeof body === 'string' ? body : JSON.stringify({ id, ...body });
    response.writeHead(status, headers).end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  const loopback = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${loopback.port}`,
    posted: () => asked.filter((it) => it.method === 'POST').map((it) => it.body),
    decided: () => asked.filter((it) => it.method === 'PATCH').map((it) => it.path),
    paths: () => asked.map((it) => it.path),
    answerOnce: (kind, answer) => told.set(kind, [...(told.get(kind) ?? []), answer]),
    answerAlways: (kind, answer) => (usual[kind] = answer),
    close: async () => loopback[Symbol.asyncDispose](),
  };
}

function kindOfRead(path: string): Kind {
  if (path === '/api/verify') return 'VERIFY';
  return path.endsWith('/status') ? 'STATUS' : 'DETAIL';
}

function parseBody(chunks: Buffer[]): Record<string, unknown> {
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}
