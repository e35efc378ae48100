import { createServer, type ServerResponse } from 'node:http';

import type { JudgeAnswer } from '@output-review/contracts';
import { listenOnLoopback } from '@output-review/runtime/testing';

/** A question to a judge, as a request to the vendor's interface. */
export interface AskedJudge {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  /** The quoted object to judge. */
  readonly material: Readonly<Record<string, unknown>>;
  /** Data URLs of the attached images. */
  readonly images: readonly string[];
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** Answers a question. */
export type JudgeBehaviour = (asked: AskedJudge, response: ServerResponse) => Promise<void> | void;

/** A chat completions server that judges as configured. */
export interface JudgeServer {
  readonly baseUrl: string;
  readonly asked: readonly AskedJudge[];
  behave(behaviour: JudgeBehaviour): void;
  close(): Promise<void>;
}

const PASS: JudgeAnswer = { verdict: 'pass', confidence: 0.9, explanation: 'It is fine.' };

/** Starts a server that passes everything. */
export async function startJudgeServer(): Promise<JudgeServer> {
  const asked: AskedJudge[] = [];
  let behaviour: JudgeBehaviour = answering(PASS);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedJudge['body'];
      const question = {
        ...{ path: request.url ?? '', headers: request.headers, body },
        material: materialOf(body),
        images: partsOf(body).flatMap((part) =>
          part.type === 'image_url' ? [part.image_url.url] : [],
        ),
      };
      asked.push(question);
      void behaviour(question, response);
    });
  });
  const loopback = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${loopback.port}/v1`,
    asked,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => loopback[Symbol.asyncDispose](),
  };
}

/** Gives the same answer to every question. */
export function answering(answer: Partial<JudgeAnswer>): JudgeBehaviour {
  return (_, response) => send(response, { content: JSON.stringify({ ...PASS, ...answer }) });
}

/** Holds all answers, which are passes, until released. */
export function hold(judge: Pick<JudgeServer, 'behave'>) {
  let isReleased = false;
  const waiting: (() => void)[] = [];
  judge.behave(async (asked, response) => {
    if (!isReleased) await new Promise<void>((resolve) => waiting.push(resolve));
    await answering({ verdict: 'pass' })(asked, response);
  });
  return {
    waiting: () => waiting.length,
    releaseOne: () => waiting.shift()?.(),
    release: () => {
      isReleased = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

/** Refuses every question with a status. */
export function refusing(
  status: number,
  headers: Record<string, string> = {},
  error: object = { message: 'no' },
): JudgeBehaviour {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error }));
  };
}

/** Sends a completion with this message. */
export function send(response: ServerResponse, message: { readonly content: string }): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
      usage: { prompt_tokens: 210, completion_tokens: 30, total_tokens: 240 },
    }),
  );
}

/** The content of the question in either form: with images it is a list. */
function partsOf(body: AskedJudge['body']): readonly Part[] {
  const { messages } = body as { readonly messages: readonly { content: string | Part[] }[] };
  const content = messages.at(-1)?.content ?? [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function materialOf(body: AskedJudge['body']): AskedJudge['material'] {
  const lines = partsOf(body).flatMap((part) =>
    part.type === 'text' ? part.text.split('\n') : [],
  );
  const json = lines.findLast((line) => line.startsWith('{'));
  return JSON.parse(json ?? '{}') as AskedJudge['material'];
}
