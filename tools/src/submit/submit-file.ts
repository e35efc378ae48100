import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';

import { type ApiClientOptions, isFault, makeApiClient } from './api-client.ts';
import { awaitEndings } from './await-endings.ts';
import { checkLabels, importLines, type ImportOptions, unitOf } from './import-lines.ts';
import { type BadLine, makeLineReader, type ReadLine } from './output-line.ts';
import type { Progress } from './progress.ts';
import { splitLines } from './read-chunks.ts';
import { sendLabels, verifyMayDecide } from './send-labels.ts';
import { emptyTally, messageOf, NotAllowed, sendLines, type Tally } from './send-lines.ts';
import { openSentNote } from './sent-note.ts';

export interface SubmitOptions {
  readonly file: string;
  readonly url: string;
  readonly token: string;
  readonly isSync: boolean;
  readonly concurrency: number;
  readonly batch: string;
  /** How long to wait for pending verdicts after everything was sent. */
  readonly waitMsMax: number;
  /** Folder of the note of sent lines; the user's cache by default. */
  readonly noteDirectory?: string;
  /** Set if the file is an export of another product. */
  readonly import?: ImportOptions | undefined;
}

export interface ProcessContext {
  readonly progress: Progress;
  /** Aborted by the first interrupt: finishes requests in flight. */
  readonly stopping: AbortSignal;
  /** Aborted by the second: gives up at once. */
  readonly signal: AbortSignal;
  readonly wait?: ApiClientOptions['wait'];
}

/** Sends a file of outputs and waits for their verdicts. The tally has the result of each line. */
export async function submitFile(options: SubmitOptions, around: ProcessContext): Promise<Tally> {
  const { progress, stopping, signal } = around;
  const client = makeApiClient({
    // Listed one by one, so that other keys of the caller's object do not override the optional ones here.
    ...{ url: options.url, token: options.token, signal },
    onWait: (ms, reason) => progress.showWait(ms, reason),
    ...(around.wait ? { wait: around.wait } : {}),
  });
  const tally = emptyTally();
  try {
    await checkReadable(options.file);
    const unit = options.import ? await unitOf(options.file) : 'line';
    if (options.import) await checkLabels(options.file, options.import);
    const workspaceId = await verifyToken(client);
    if (options.import?.labels) await verifyMayDecide(client);
    await using sent = await openSentNote({
      ...options,
      directory: options.noteDirectory,
      workspaceId,
    });
    const onChange = (changed: Tally): void => progress.show(changed);
    const onBad = ({ number, reason }: BadLine): void =>
      progress.say(`${unit} ${number}: ${reason}`);
    const common = { ...options, client, sent, stopping, onChange };
    await sendLines(readAll(options, tally), tally, { ...common, onBad });
    await awaitEndings(tally, common);
    await sendLabels(tally, common);
    return tally;
  } finally {
    progress.end();
    await client.close();
  }
}

/** Checked before anything is sent, for a clearer message. */
async function checkReadable(file: string): Promise<void> {
  if (await isFolder(file)) throw new Error(`${file} is a folder. Name a file in it.`);
}

async function isFolder(file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return (await stat(file)).isDirectory();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new Error(
      isMissing ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`,
      { cause: error },
    );
  }
}

function readAll(options: SubmitOptions, tally: Tally): AsyncGenerator<ReadLine> {
  if (!options.import) return readOwn(options);
  return importLines(options.file, { ...options, ...options.import }, () => (tally.skipped += 1));
}

/** Reads a file whose lines are bodies of POST /api/logs. */
async function* readOwn(options: SubmitOptions): AsyncGenerator<ReadLine> {
  const readLine = makeLineReader(options);
  for await (const piece of splitLines(createReadStream(options.file))) {
    if ('reason' in piece) yield { ok: false, bad: piece };
    else yield readLine(piece.number, piece.text);
  }
}

/** @returns the ID of the token's workspace. */
async function verifyToken(client: ReturnType<typeof makeApiClient>): Promise<string> {
  const answer = await client.call({ method: 'GET', path: '/api/verify' });
  const { status, body } = answer;
  if (status === 401 || status === 403) throw new NotAllowed(messageOf(answer));
  if (status === 200 && typeof body.workspaceId === 'string') return body.workspaceId;
  if (isFault(answer)) {
    throw new Error(
      `The service could not check the token, and its log says why: ${messageOf(answer)}`,
    );
  }
  throw new Error(
    `This URL is not the service: GET /api/verify returned HTTP ${status} without a ` +
      'workspace. Set --url to the address of the dashboard.',
  );
}
