import type { ApiAnswer, ApiClient } from './api-client.ts';
import { DISAGREEMENT, type Label, type Unlabelled } from './labels.pure.ts';
import type { BadLine, OutputLine, ReadLine } from './output-line.ts';
import type { SentNote } from './sent-note.ts';
import type { Ending } from './verdict-table.ts';

/** What became of the lines; grows while they are sent. */
export interface Tally {
  /** By id, in file order; null until the ending is known. */
  readonly outputs: Map<string, Ending | null>;
  readonly bad: BadLine[];
  readonly ignoredFields: Set<string>;
  /** How many of `outputs` were there from an earlier run. */
  resumed: number;
  /** Records of an import that had no output. */
  skipped: number;
  /** By id: the labels that are still to be sent, and the outputs that get none. */
  readonly labels: Map<string, Label | Unlabelled>;
  /** How many outputs have the decision that their label says. */
  readonly decided: Record<Label['decision'], number>;
}

export function emptyTally(): Tally {
  return {
    ...{ outputs: new Map(), bad: [], ignoredFields: new Set(), resumed: 0, skipped: 0 },
    ...{ labels: new Map(), decided: { approved: 0, rejected: 0 } },
  };
}

export interface SendOptions {
  readonly client: ApiClient;
  readonly sent: SentNote;
  readonly concurrency: number;
  /** Aborted: no further line is begun; those under way are finished. */
  readonly signal: AbortSignal;
  readonly onChange: (tally: Tally) => void;
  readonly onBad: (bad: BadLine) => void;
}

/** The credential does not do; no line can be sent. */
export class NotAllowed extends Error {}

/** Sends the lines that were not sent before, so many at a time, and tells what became of each. */
export async function sendLines(
  lines: AsyncIterable<ReadLine>,
  tally: Tally,
  options: SendOptions,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for await (const read of lines) {
    if (options.signal.aborted || failures.length > 0) break;
    if (!read.ok) noteBad(read.bad, tally, options);
    else if (options.sent.has(read.line.key)) noteResumed(read.line, tally, options);
    else await begin(read.line);
  }
  await Promise.all(underWay.values());
  if (failures.length > 0) throw failures[0];

  async function begin(line: OutputLine): Promise<void> {
    // A revision is only accepted once the output that it revises is, and so for a repeated id.
    await Promise.all([underWay.get(String(line.body.revisionOf)), underWay.get(line.id)]);
    while (underWay.size >= options.concurrency) await Promise.race(underWay.values());
    const done = sendLine(line, tally, options)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(line.id));
    underWay.set(line.id, done);
  }
}

async function sendLine(line: OutputLine, tally: Tally, options: SendOptions): Promise<void> {
  const answer = await options.client.call({ method: 'POST', path: '/api/logs', json: line.body });
  if (answer.status === 401 || answer.status === 403) throw new NotAllowed(messageOf(answer));
  if (!isThere(answer, line)) {
    noteBad({ number: line.number, reason: messageOf(answer) }, tally, options);
    return;
  }
  await options.sent.add(line.key);
  tally.outputs.set(line.id, endingOf(answer));
  noteLabel(line, tally);
  for (const name of ignoredNames(answer)) tally.ignoredFields.add(name);
  options.onChange(tally);
}

/** Whether the output is at the service, maybe as it was sent before under other options. */
function isThere({ status, body }: ApiAnswer, line: OutputLine): boolean {
  return status < 300 || (body.code === 'ID_CONFLICT' && line.hasDerivedId);
}

function endingOf({ status, body }: ApiAnswer): Ending | null {
  if (status !== 200) return null;
  return { status: String(body.status), verdict: textOrNull(body.verdict) };
}

function noteResumed(line: OutputLine, tally: Tally, options: SendOptions): void {
  const { id } = line;
  if (!tally.outputs.has(id)) tally.resumed += 1;
  tally.outputs.set(id, tally.outputs.get(id) ?? null);
  noteLabel(line, tally);
  options.onChange(tally);
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
  const message = textOrNull(body.error) ?? `HTTP ${status}`;
  const fields = Object.entries(body.fields ?? {}).map(([path, text]) => `${path}: ${text}`);
  return [message, ...fields].join('; ');
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
