import { createHash } from 'node:crypto';

import { type ApiAnswer, type ApiClient, isFault } from './api-client.ts';
import type { Label, Unlabelled } from './labels.pure.ts';
import {
  isAbout,
  isGone,
  messageOf,
  NotAllowed,
  refusalOf,
  type RunOptions,
  type Tally,
  workOnAll,
} from './send-lines.ts';
import type { Ending } from './verdict-table.ts';

/**
 * Checks before anything is sent whether the token may decide. It uses an ID that no output can have.
 *
 * @throws NotAllowed
 */
export async function verifyMayDecide(client: ApiClient): Promise<void> {
  const answer = await decide(client, { id: 'tasks', label: { decision: 'approved' } });
  if (answer.status === 401 || answer.status === 403) throw new NotAllowed(messageOf(answer));
}

/** Sends the labels of evaluated outputs. The others stay open for the next run. */
export async function sendLabels(tally: Tally, options: RunOptions): Promise<void> {
  await workOnAll(tally.labels.entries(), options, async ([id, label]) => {
    if ('decision' in label && isEvaluated(tally, id)) {
      await sendLabel({ id, label }, tally, options);
    }
  });
}

function isEvaluated({ outputs }: Tally, id: string): boolean {
  const ending = outputs.get(id);
  return !!ending && ending.status !== 'pending';
}

interface LabelOfOne {
  readonly id: string;
  readonly label: Label;
}

async function sendLabel(one: LabelOfOne, tally: Tally, options: RunOptions): Promise<void> {
  const { id, label } = one;
  const outcome = await applyLabel(one, tally.outputs.get(id), options);
  if (outcome === 'open') return;
  if (outcome !== 'labelled') {
    tally.labels.set(id, outcome);
    return;
  }
  tally.labels.delete(id);
  tally.decided[label.decision] += 1;
  options.onChange(tally);
}

const DECIDED_OTHERWISE: Unlabelled = { unlabelled: 'with another decision already' };
const CLEARED: Unlabelled = { unlabelled: 'with a decision that was cleared since' };

/** Open: it is still being evaluated. */
type Outcome = 'labelled' | 'open' | Unlabelled;

async function applyLabel(
  one: LabelOfOne,
  ending: Ending | null | undefined,
  { client, sent }: RunOptions,
): Promise<Outcome> {
  const { id, label } = one;
  if (ending?.status === 'deleted') return { unlabelled: 'deleted' };
  const key = `label ${id} ${label.decision} ${digest(label.comment)}`;
  const isNoted = sent.has(key);
  if (isNoted && ending?.decision !== undefined) {
    return ending.decision === label.decision ? 'labelled' : DECIDED_OTHERWISE;
  }
  const answer = await (isNoted ? decideIfLost : decide)(client, one);
  if (answer === null) return CLEARED;
  if (answer.status === 401) throw new NotAllowed(messageOf(answer));
  // The refusal is for the token, or only for this output if it needs several approvers.
  if (answer.status === 403) await verifyMayDecide(client);
  if (answer.body.code === 'STILL_EVALUATING') return 'open';
  if (answer.body.code === 'ALREADY_DECIDED') return DECIDED_OTHERWISE;
  if (isGone(answer)) return { unlabelled: 'deleted' };
  if (!isAbout(answer, id)) {
    const isOpen = answer.status === 200 || answer.status === 404 || isFault(answer);
    return { unlabelled: refusalOf(answer), ...(isOpen ? { isOpen } : {}) };
  }
  if (!isNoted) await sent.add(key);
  return 'labelled';
}

/**
 * Decides again if the service has lost the decision, for example after a restore. If somebody cleared the decision to
 * have the output reviewed again, it is still in the list. Then it returns null and does not decide again.
 */
async function decideIfLost(client: ApiClient, one: LabelOfOne): Promise<ApiAnswer | null> {
  const path = `/api/logs/${encodeURIComponent(one.id)}`;
  const answer = await client.call({ method: 'GET', path });
  if (!isAbout(answer, one.id)) return answer;
  const { decisions } = answer.body;
  return Array.isArray(decisions) && decisions.length > 0 ? null : decide(client, one);
}

function decide(
  client: ApiClient,
  { id, label }: { readonly id: string; readonly label: Partial<Label> },
): Promise<ApiAnswer> {
  const path = `/api/logs/${encodeURIComponent(id)}/decision`;
  return client.call({ method: 'PATCH', path, json: label });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
