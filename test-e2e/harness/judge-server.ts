import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** A local judge like one an operator may run: an API of chat completions with a slow model. */
export interface JudgeServer {
  /** Settings for the evaluator to use this judge. */
  readonly settings: Readonly<Record<string, string>>;
  /** The requests received: headers and body of each as one text. */
  readonly received: readonly string[];
  /** The number of responses sent. */
  answered(): number;
  /** The number of requests in flight. */
  working(): number;
  /** From now on fails every request with this status. */
  fail(status: number): void;
  mend(): void;
  /** From now on responds with this instead of a verdict, for example a draft. */
  say(answer: object): void;
  /** Holds all responses until `release`. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export interface JudgeServerOptions {
  readonly takesMs: number;
  /** The local address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** Computes the response to a request. */
  readonly script?: (question: string) => object;
}

/** By default, fails outputs that contain the word `rude` and passes all others. */
export async function startJudgeServer({
  takesMs,
  host = '127.0.0.1',
  script = verdictOn,
}: JudgeServerOptions): Promise<JudgeServer> {
  const received: string[] = [];
  let [answered, working] = [0, 0];
  let release = (): void => undefined;
  let released = Promise.resolve();
  let status = 200;
  let said: object | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      working += 1;
      // A caller that gives up is not answered.
      response.once('close', () => (working -= 1));
      const question = Buffer.concat(chunks).toString();
      received.push(JSON.stringify(request.headers) + question);
      void Promise.all([delay(takesMs), released]).then(() => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(completionOf(said ?? script(question)), () => (answered += 1));
      });
    });
  });
  const loopback = await listenOnLoopback(server, { host });
  return {
    settings: {
      JUDGE_PROVIDER: 'openai_compatible',
      JUDGE_MODEL: 'local',
      JUDGE_BASE_URL: `http://${host}:${loopback.port}/v1`,
    },
    received,
    answered: () => answered,
    working: () => working,
    fail: (failure) => (status = failure),
    mend: () => (status = 200),
    say: (answer) => (said = answer),
    hold: () => {
      released = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
    close: async () => loopback[Symbol.asyncDispose](),
  };
}

/** A rule that uses the judge. */
export const JUDGE_RULE = {
  ...{ name: 'Tone', type: 'llm_judge', value: 'The answer is polite.' },
} as const;

function verdictOn(question: string): object {
  const isRude = /\brude\b/.test(question);
  return isRude
    ? { verdict: 'fail', confidence: 0.8, explanation: 'It is rude.' }
    : { verdict: 'pass', confidence: 0.9, explanation: 'It is polite.' };
}

function completionOf(answer: object): string {
  const message = { role: 'assistant', content: JSON.stringify(answer) };
  return JSON.stringify({
    ...{ id: 'c', object: 'chat.completion', created: 1, model: 'local' },
    choices: [{ index: 0, finish_reason: 'stop', message }],
    usage: { prompt_tokens: 300, completion_tokens: 30, total_tokens: 330 },
  });
}
