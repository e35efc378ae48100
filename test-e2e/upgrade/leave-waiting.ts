import { eventually, type WebhookReceiver } from '@output-review/runtime/testing';

import { type Client, type JsonObject, signIn } from '../harness/client.ts';
import { JUDGE_RULE, type JudgeServer } from '../harness/judge-server.ts';
import { submit } from '../harness/outputs.ts';
import { makeClient } from '../harness/client.ts';
import { newAddress, PASSWORD, signUp } from '../harness/people.ts';
import type { System } from '../harness/system.ts';

/** Work that a release leaves to the next one, in a separate workspace. */
export interface Waiting {
  /** The body of the output that still waits for a judge. */
  readonly judged: JsonObject & { readonly id: string };
  /** Lets the judge respond. */
  release(): void;
  /** The path of a callback that was refused at first. */
  readonly latePath: string;
  automationOf(system: System): Client;
  signInTo(system: System): Promise<Client>;
}

// Long enough for the next release to start and make the retry.
const RETRY_AFTER_S = 60;
const JUDGED = { id: 'waits-for-judge', project: 'Waiting', output: 'Dear Bob, thank you.' };

/** Leaves a delivery to be retried, and an output that waits for a judge. */
export async function leaveWaiting(
  system: System,
  { judge, receiver }: { readonly judge: JudgeServer; readonly receiver: WebhookReceiver },
): Promise<Waiting> {
  const email = newAddress('waiting');
  const person = await signUp(system, { email, workspaceName: 'Waiting' });
  const { body } = await person.post('/api/settings/rotate-token');
  const headers = { authorization: `Bearer ${String(body['webhookToken'])}` };
  const automation = makeClient(system.url, headers);

  const url = new URL('late', receiver.url);
  let isRefused = false;
  receiver.answer = (response, { path }) => {
    if (path !== url.pathname || isRefused) return void response.end();
    isRefused = true;
    response.writeHead(503, { 'retry-after': String(RETRY_AFTER_S) }).end();
  };
  await submit(automation, { id: 'told-late', project: 'Waiting', output: 'a', callbackUrl: url });
  await eventually(async () => {
    const { text } = await person.get('/api/deliveries');
    if (!text.includes('"retrying"')) throw new Error(`No delivery waits for a retry: ${text}`);
  }, 60_000);

  await person.post('/api/rules', JUDGE_RULE);
  judge.hold();
  await submit(automation, JUDGED);
  await eventually(() => {
    if (judge.working() === 0) throw new Error('The judge was not called');
  }, 60_000);
  return {
    judged: JUDGED,
    release: () => judge.release(),
    latePath: url.pathname,
    automationOf: ({ url }) => makeClient(url, headers),
    signInTo: ({ url }) => signIn(url, email, PASSWORD),
  };
}
