import type { ApiAnswer, ApiClient } from './api-client.ts';
import { DISAGREEMENT, type Label, type Unlabelled } from './labels.pure.ts';
import type { BadLine, OutputLine, ReadLine } from './output-line.ts';
import type { SentNote } from './sent-note.ts';
import type { Ending } from './verdict-table.ts';
import { withFields } from '../with-fields.pure.ts';

/** What became of the lines; grows while they are sent. */
export interface Tally {
  /** By id, in file order; null until the ending is known. */
  readonly outputs: Map<string, Ending | null>;
  readonly bad: BadLine[];
  readonly ignoredFields: Set<string>;
  /** How many of `outputs` were there from an earlier run. */
  resumed: number;
  /** Whether it was stopped before the end of the file. */
  isCut: boolean;
  /** Records of an import that had no output. */
  skipped: number;
  /** By id: the labels that are still to be sent, and the outputs that get none. */
  readonly labels: Map<string, Label | Unlabelled>;
  /** How many outputs have the decision that their label says. */
  readonly decided: Record<Label['decision'], number>;
}

export function emptyTally(): Tally {
  return {
    ...{ outputs: new Map(), bad: [], ignoredFields: new Set() },
    ...{ resumed: 0, isCut: false, skipped: 0 },
    ...{ labels: new Map(), decided: { approved: 0, rejected: 0 } },
  };
}

export interface RunOptions {
  readonly client: ApiClient;
  readonly sent: SentNote;
  readonly concurrency: number;
  /** Aborted: nothing further is begun; what is under way is finished. */
  readonly stopping: AbortSignal;
  readonly onChange: (tally: Tally) => void;
}

export interface SendOptions extends RunOptions {
  readonly onBad: (bad: BadLine) => void;
}

/** The credential does not do; no line can be sent. */
export class NotAllowed extends Error {}

/** Sends the lines that are not at the service yet, so many at a time, and tells what became of each. */
export async function sendLines(
  lines: AsyncIterable<ReadLine>,
  tally: Tally,
  options: SendOptions,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for await (const read of lines) {
    tally.isCut = options.stopping.aborted;
    if (tally.isCut || failures.length > 0) break;
    if (!read.ok) noteBad(read.bad, tally, options);
    else await begin(read.line);
  }
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];

  async function begin(line: OutputLine): Promise<void> {
    // A revision is only accepted once the output that it revises is, and so for a repeated id.
    await Promise.all([underWay.get(String(line.body.revisionOf)), underWay.get(line.id)]);
    while (underWay.size >= options.concurrency) await Promise.race(underWay.values());
    const send = options.sent.has(line.key) ? resumeLine : sendLine;
    const done = send(line, tally, options)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(line.id));
    underWay.set(line.id, done);
  }
}

/** Of a line that was sent before: the service may have been restored from a backup that has no output of it. */
async function resumeLine(line: OutputLine, tally: Tally, options: SendOptions): Promise<void> {
  if (!tally.outputs.has(line.id)) {
    const ending = await askEnding(line.id, options.client);
    const deletedKey = `deleted ${line.key}`;
    if (ending.status === 'deleted' && !options.sent.has(deletedKey)) {
      const answer = await post(line, options);
      // Of one that was deleted the id stays taken; one that was lost is not known there.
      if (answer.body.code !== 'ID_CONFLICT') return noteAnswer(answer, line, { tally, options });
      // A submission asks more of the limit than a look: the next run spares it.
      await options.sent.add(deletedKey);
    }
    tally.outputs.set(line.id, ending);
    tally.resumed += 1;
  }
  noteLabel(line, tally);
  options.onChange(tally);
}

async function sendLine(line: OutputLine, tally: Tally, options: SendOptions): Promise<void> {
  await noteAnswer(await post(line, options), line, { tally, options });
}

async function post({ body }: OutputLine, { client }: SendOptions): Promise<ApiAnswer> {
  const answer = await client.call({ method: 'POST', path: '/api/logs', json: body });
  if (answer.status === 401 || answer.status === 403) throw new NotAllowed(messageOf(answer));
  return answer;
}

async function noteAnswer(
  answer: ApiAnswer,
  line: OutputLine,
  { tally, options }: { readonly tally: Tally; readonly options: SendOptions },
): Promise<void> {
  if (!isThere(answer, line)) {
    noteBad({ number: line.number, reason: refusalOf(answer) }, tally, options);
    return;
  }
  await options.sent.add(line.key);
  tally.outputs.set(line.id, endingOf(answer));
  noteLabel(line, tally);
  for (const name of ignoredNames(answer)) tally.ignoredFields.add(name);
  options.onChange(tally);
}

/** Whether the output is at the service, maybe as it was sent before under other options. */
function isThere(answer: ApiAnswer, line: OutputLine): boolean {
  return isAbout(answer, line.id) || (answer.body.code === 'ID_CONFLICT' && line.hasDerivedId);
}

/** Whether it is the service that says of an output that all went well: a proxy on the way answers 200 too. */
export function isAbout({ status, body }: ApiAnswer, id: string): boolean {
  return isSuccess(status) && body.id === id;
}

/** Whether it is the service that says that there is no such output: a proxy on the way answers 404 too. */
export function isGone({ status, body }: ApiAnswer): boolean {
  return status === 404 && body.code === 'NOT_FOUND';
}

/** Why nothing was stored or decided, by an answer that does not say that it was. */
export function refusalOf(answer: ApiAnswer): string {
  if (!isSuccess(answer.status)) return messageOf(answer);
  return (
    `HTTP ${answer.status} without the ID of the output, so it did not come from the service: ` +
    'check --url, and what stands between'
  );
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function endingOf({ status, body }: ApiAnswer): Ending | null {
  return status === 200 ? readEnding(body) : null;
}

/**
 * Works on items, so many at a time, until it is to stop. A failure ends it for all, and only once what is under
 * way is answered: the caller closes the client then.
 */
export async function workOnAll<T>(
  queue: IterableIterator<T>,
  { concurrency, stopping }: Pick<RunOptions, 'concurrency' | 'stopping'>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const workInLane = async (): Promise<void> => {
    for (const item of queue) {
      if (stopping.aborted || failures.length > 0) return;
      await work(item);
    }
  };
  const lanes = Array.from({ length: concurrency }, () =>
    workInLane().catch((error: unknown) => void failures.push(error)),
  );
  await Promise.all(lanes);
  if (failures.length > 0) throw failures[0];
}

/** Asks how an output ended. */
export async function askEnding(id: string, client: ApiClient): Promise<Ending> {
  const path = `/api/logs/${encodeURIComponent(id)}/status`;
  const answer = await client.call({ method: 'GET', path });
  const { status, body } = answer;
  if (status === 401 || status === 403) throw new NotAllowed(messageOf(answer));
  if (isGone(answer)) return { status: 'deleted', verdict: null };
  return status === 200 ? readEnding(body) : UNKNOWN;
}

const UNKNOWN: Ending = { status: 'unknown', verdict: null };

function readEnding(body: ApiAnswer['body']): Ending {
  const status = textOrNull(body.status);
  if (status === null) return UNKNOWN;
  const decision = textOrNull(body.humanDecision);
  return {
    ...{ status, verdict: textOrNull(body.verdict) },
    ...(decision === null ? {} : { decision }),
  };
}

/** Several records may tell of one output, each with a score of its own. */
function noteLabel({ id, label }: OutputLine, { labels }: Tally): void {
  if (!label) return;
  const other = labels.get(id);
  if (other === DISAGREEMENT) return;
  if (!other || !('decision' in other) || label === DISAGREEMENT) labels.set(id, label);
  else if ('decision' in label && label.decision !== other.decision) labels.set(id, DISAGREEMENT);
}

function noteBad(bad: BadLine, tally: Tally, options: SendOptions): void {
  tally.bad.push(bad);
  options.onBad(bad);
  options.onChange(tally);
}

function ignoredNames({ headers }: ApiAnswer): string[] {
  return String(headers['x-ignored-fields'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The message of a refusal with its faults by field. */
export function messageOf({ status, body }: ApiAnswer): string {
  return withFields(textOrNull(body.error) ?? `HTTP ${status}`, { ...(body.fields ?? {}) });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
