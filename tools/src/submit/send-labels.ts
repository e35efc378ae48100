import { createHash } from 'node:crypto';

import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { Label, Unlabelled } from './labels.pure.ts';
import { messageOf, NotAllowed, type Tally } from './send-lines.ts';
import type { SentNote } from './sent-note.ts';

export interface LabelOptions {
  readonly client: ApiClient;
  readonly sent: SentNote;
  readonly concurrency: number;
  /** Aborted: no further label is begun. */
  readonly stopping: AbortSignal;
  readonly onChange: (tally: Tally) => void;
}

/**
 * Says before anything is sent whether the token may decide here. It asks for an id that no output can have.
 *
 * @throws NotAllowed
 */
export async function verifyMayDecide(client: ApiClient): Promise<void> {
  const answer = await decide(client, 'tasks', { decision: 'approved' });
  if (answer.status === 401 || answer.status === 403) throw new NotAllowed(messageOf(answer));
}

/** Sends the labels of the outputs that are evaluated; the others stay open for the next run. */
export async function sendLabels(tally: Tally, options: LabelOptions): Promise<void> {
  const queue = tally.labels.entries();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const [id, label] of queue) {
      if (options.stopping.aborted || failures.length > 0) return;
      if (isLabel(label) && isEvaluated(tally, id)) await sendLabel({ id, label }, tally, options);
    }
  };
  const workers = Array.from({ length: options.concurrency }, () =>
    work().catch((error: unknown) => void failures.push(error)),
  );
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

function isLabel(label: Label | Unlabelled): label is Label {
  return 'decision' in label;
}

function isEvaluated({ outputs }: Tally, id: string): boolean {
  const ending = outputs.get(id);
  return !!ending && ending.status !== 'pending';
}

async function sendLabel(
  { id, label }: { readonly id: string; readonly label: Label },
  tally: Tally,
  { client, sent, onChange }: LabelOptions,
): Promise<void> {
  const key = `label ${id} ${label.decision} ${digest(label.comment)}`;
  if (!sent.has(key)) {
    const answer = await decide(client, id, label);
    if (answer.status === 401) throw new NotAllowed(messageOf(answer));
    // Of the token, or of this output, which several people have to approve.
    if (answer.status === 403) await verifyMayDecide(client);
    if (answer.body.code === 'STILL_EVALUATING') return;
    if (answer.status !== 200) {
      tally.labels.set(id, { unlabelled: reasonOf(answer) });
      return;
    }
    await sent.add(key);
  }
  tally.labels.delete(id);
  tally.decided[label.decision] += 1;
  onChange(tally);
}

function reasonOf(answer: ApiAnswer): string {
  if (answer.body.code === 'ALREADY_DECIDED') return 'with another decision already';
  return answer.status === 404 ? 'deleted' : messageOf(answer);
}

function decide(client: ApiClient, id: string, label: Partial<Label>): Promise<ApiAnswer> {
  const path = `/api/logs/${encodeURIComponent(id)}/decision`;
  return client.call({ method: 'PATCH', path, json: label });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
