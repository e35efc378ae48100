import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { listenOnLoopback } from '@output-review/runtime/testing';

/** A judge on this machine, as an operator may run one: chat completions, and a model that takes time. */
export interface JudgeServer {
  /** What the evaluator is told so that it asks this judge. */
  readonly settings: Readonly<Record<string, string>>;
  /** Everything that it was sent, a text a question: headers and body. */
  readonly received: readonly string[];
  /** How many answers it has sent. */
  answered(): number;
  /** How many questions it works on. */
  working(): number;
  /** Is down from here on: answers everything with this status. */
  fail(status: number): void;
  mend(): void;
  /** Says this to every question from here on, in the place of a verdict: a draft, say. */
  say(answer: object): void;
  /** Answers nothing more until it is released. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export interface JudgeServerOptions {
  readonly takesMs: number;
  /** The address of this machine where it is called; 127.0.0.1 by default. */
  readonly host?: string;
  /** What it says to a question. */
  readonly script?: (question: string) => object;
}

/** Without a script it fails what has the word `rude` in it and passes the rest. */
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
      const question = Buffer.concat(chunks).toString();
      received.push(JSON.stringify(request.headers) + question);
      void Promise.all([delay(takesMs), released]).then(() => {
        working -= 1;
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

/** A rule that asks it. */
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
