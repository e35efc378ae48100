import type { ApiAnswer, ApiClient } from './api-client.ts';
import { DISAGREEMENT, type Label, type Unlabelled } from './labels.pure.ts';
import type { BadLine, OutputLine, ReadLine } from './output-line.ts';
import type { SentNote } from './sent-note.ts';
import type { Ending } from './verdict-table.ts';
import { withFields } from '../with-fields.pure.ts';

/** The results of the lines; grows while they are sent. */
export interface Tally {
  /** By ID, in file order; null until the result is known. */
  readonly outputs: Map<string, Ending | null>;
  readonly bad: BadLine[];
  readonly ignoredFields: Set<string>;
  /** How many of `outputs` an earlier run has sent. */
  resumed: number;
  /** Whether the run was stopped before the end of the file. */
  isCut: boolean;
  /** Imported records without an output. */
  skipped: number;
  /** By ID: labels still to be sent, and the reasons of outputs without one. */
  readonly labels: Map<string, Label | Unlabelled>;
  /** How many outputs have the decision of their label. */
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
  /** When aborted, no new request starts and requests in flight are finished. */
  readonly stopping: AbortSignal;
  readonly onChange: (tally: Tally) => void;
}

export interface SendOptions extends RunOptions {
  readonly onBad: (bad: BadLine) => void;
}

/** The credential was refused; no line can be sent. */
export class NotAllowed extends Error {}

/** Sends the lines that the service does not have yet, up to `concurrency` at a time, and records the results. */
export async function sendLines(
  lines: AsyncIterable<ReadLine>,
  tally: Tally,
  options: SendOptions,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const isOver = (): boolean => {
    tally.isCut = options.stopping.aborted;
    return tally.isCut || failures.length > 0;
  };
  for await (const read of lines) {
    if (isOver()) break;
    if (!read.ok) noteBad(read.bad, tally, options);
    else await begin(read.line);
  }
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];

  async function begin(line: OutputLine): Promise<void> {
    // A revision is accepted only after the output that it revises, and a repeated ID only after the first.
    await Promise.all([underWay.get(String(line.body.revisionOf)), underWay.get(line.id)]);
    while (underWay.size >= options.concurrency) await Promise.race(underWay.values());
    if (isOver()) return;
    const send = options.sent.has(line.key) ? resumeLine : sendLine;
    const done = send(line, tally, options)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(line.id));
    underWay.set(line.id, done);
  }
}

/** Resumes a line that was sent before. The service may have been restored from a backup without its output. */
async function resumeLine(line: OutputLine, tally: Tally, options: SendOptions): Promise<void> {
  if (!tally.outputs.has(line.id)) {
    const ending = await askEnding(line.id, options.client);
    const deletedKey = `deleted ${line.key}`;
    if (ending.status === 'deleted' && !options.sent.has(deletedKey)) {
      const answer = await post(line, options);
      // The ID of a deleted output stays taken. The ID of a lost output is unknown to the service.
      if (answer.body.code !== 'ID_CONFLICT') return noteAnswer(answer, line, { tally, options });
      // Submissions use more of the rate limit than status requests, so the next run skips this one.
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
  if (!isStored(answer, line)) {
    noteBad({ number: line.number, reason: refusalOf(answer) }, tally, options);
    return;
  }
  await options.sent.add(line.key);
  tally.outputs.set(line.id, endingOf(answer));
  noteLabel(line, tally);
  for (const name of ignoredNames(answer)) tally.ignoredFields.add(name);
  options.onChange(tally);
}

/** Whether the service has the output, perhaps from an earlier run with other options. */
function isStored(answer: ApiAnswer, line: OutputLine): boolean {
  return isAbout(answer, line.id) || (answer.body.code === 'ID_CONFLICT' && line.hasDerivedId);
}

/** Whether the success comes from the service and is about this output. A proxy may answer 200 too. */
export function isAbout({ status, body }: ApiAnswer, id: string): boolean {
  return isSuccess(status) && body.id === id;
}

/** Whether the service says that there is no such output. A proxy may answer 404 too. */
export function isGone({ status, body }: ApiAnswer): boolean {
  return status === 404 && body.code === 'NOT_FOUND';
}

/** Why an answer without a confirmation stored or decided nothing. */
export function refusalOf(answer: ApiAnswer): string {
  if (!isSuccess(answer.status)) return messageOf(answer);
  return (
    `HTTP ${answer.status} without the ID of the output, so it did not come from the service: ` +
    'check --url, and any proxy in between'
  );
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function endingOf({ status, body }: ApiAnswer): Ending | null {
  return status === 200 ? readEnding(body) : null;
}

/**
 * Processes items concurrently until it is stopped. A failure ends it for all workers, after requests in flight are
 * answered, because the caller then closes the client.
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

/** Requests the result of an output. */
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

/** Several records may be about one output, each with a score of its own. */
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

/** The message of a refusal with its field errors. */
export function messageOf({ status, body }: ApiAnswer): string {
  return withFields(textOrNull(body.error) ?? `HTTP ${status}`, { ...(body.fields ?? {}) });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
