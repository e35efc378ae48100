import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

import { type ApiClientOptions, makeApiClient } from './api-client.ts';
import { awaitEndings } from './await-endings.ts';
import { makeLineReader, type ReadLine } from './output-line.ts';
import type { Progress } from './progress.ts';
import { messageOf, NotAllowed, sendLines, type Tally } from './send-lines.ts';
import { openSentNote } from './sent-note.ts';

export interface SubmitOptions {
  readonly file: string;
  readonly url: string;
  readonly token: string;
  readonly isSync: boolean;
  readonly concurrency: number;
  readonly batch: string;
  /** How long to wait for pending verdicts once everything is in. */
  readonly waitMsMax: number;
  /** Where the note of what was sent is kept; the user's cache by default. */
  readonly noteDirectory?: string;
}

export interface ProcessContext {
  readonly progress: Progress;
  /** Aborted by the first interrupt: finishes what is under way. */
  readonly stopping: AbortSignal;
  /** Aborted by the second: gives up at once. */
  readonly signal: AbortSignal;
  readonly wait?: ApiClientOptions['wait'];
}

/** Sends a file of outputs and waits for their verdicts; the tally tells what became of each line. */
export async function submitFile(options: SubmitOptions, around: ProcessContext): Promise<Tally> {
  const { progress, stopping, signal } = around;
  const client = makeApiClient({
    ...options,
    signal,
    onWait: (ms, reason) => progress.showWait(ms, reason),
    ...(around.wait ? { wait: around.wait } : {}),
  });
  const tally: Tally = { outputs: new Map(), bad: [], ignoredFields: new Set(), resumed: 0 };
  try {
    const workspaceId = await verifyToken(client);
    await using sent = await openSentNote({
      ...options,
      directory: options.noteDirectory,
      workspaceId,
    });
    const onChange = (changed: Tally): void => progress.show(changed);
    await sendLines(readAll(options), tally, {
      ...options,
      client,
      sent,
      signal: stopping,
      onChange,
      onBad: ({ number, reason }) => progress.say(`line ${number}: ${reason}`),
    });
    if (!stopping.aborted) await awaitEndings(tally, { ...options, client, signal, onChange });
    return tally;
  } finally {
    progress.end();
    await client.close();
  }
}

async function* readAll(options: SubmitOptions): AsyncGenerator<ReadLine> {
  const readLine = makeLineReader(options);
  for await (const { number, text } of readLines(options.file)) yield readLine(number, text);
}

async function verifyToken(client: ReturnType<typeof makeApiClient>): Promise<string> {
  const answer = await client.call({ method: 'GET', path: '/api/verify' });
  if (answer.status !== 200) throw new NotAllowed(messageOf(answer));
  return String(answer.body.workspaceId);
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** Reads a file line by line, counted from 1 as editors do; blank lines count but are left out. */
async function* readLines(path: string): AsyncGenerator<NumberedLine> {
  const input = createReadStream(path, 'utf8');
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      const line = number === 1 ? text.replace(/^\uFEFF/, '') : text;
      if (line.trim() !== '') yield { number, text: line };
    }
  } finally {
    input.destroy();
  }
}
