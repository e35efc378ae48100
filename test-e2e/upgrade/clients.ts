import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import type { OutputReviewClient } from '@output-review/client';

import type { Client } from '../harness/client.ts';

/** A loop that asks for approvals and waits, by the client of one release, until stopped. */
export interface Asking {
  /** The number of approvals so far. @throws the error of a failed call. */
  answered(): number;
  /** @throws the error of a failed call. */
  stop(): Promise<void>;
}

/** Loads the client of a release built in a folder. */
export async function loadClient(
  root: string,
): Promise<new (options: { baseUrl: string; token: string }) => OutputReviewClient> {
  const { href } = pathToFileURL(join(root, 'clients/typescript/dist/index.js'));
  const module = (await import(href)) as { OutputReviewClient: typeof OutputReviewClient };
  return module.OutputReviewClient;
}

/** Asks for approvals one after another; a person approves each. */
export function askRepeatedly(client: OutputReviewClient, person: Client): Asking {
  let isOver = false;
  let answered = 0;
  const ask = async (): Promise<void> => {
    const asked = { project: 'Clients', output: 'May I?', requireApproval: true };
    const { id } = await client.submit(asked);
    const waiting = client.waitForDecision(id);
    await Promise.all([waiting, approve(person, id)]);
    const { humanDecision } = await waiting;
    if (humanDecision !== 'approved') throw new Error(`${id} is ${String(humanDecision)}`);
    answered += 1;
  };
  const asking = (async () => {
    while (!isOver) await ask();
  })();
  let failure: unknown;
  asking.catch((error: unknown) => (failure = error));
  return {
    answered: () => {
      if (failure !== undefined) throw failure as Error;
      return answered;
    },
    stop: async () => {
      isOver = true;
      await asking;
    },
  };
}

/** Retries if the output is not evaluated yet or a service asks to retry. */
async function approve(person: Client, id: string): Promise<void> {
  for (;;) {
    const path = `/api/logs/${id}/decision`;
    const { status, text, headers } = await person.patch(path, { decision: 'approved' });
    if (status === 200) return;
    const isUnavailable = status === 503 && headers.has('retry-after');
    if (!isUnavailable && status !== 409) throw new Error(`Approving: ${status} ${text}`);
    await delay(100);
  }
}
