import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ClientOptions, OutputReviewClient, verifyWebhook } from '@output-review/client';
import { eventually, startWebhookReceiver } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let token: string;

// A separate workspace, because its callbacks have a secret.
beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Client');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  token = String((await admin.post('/api/settings/rotate-token')).body['webhookToken']);
}, 60_000);

afterAll(() => system.stop());

const clientOf = (options: Partial<ClientOptions> = {}) =>
  new OutputReviewClient({ baseUrl: system.url, token, ...options });

/** An action that requires approval, and the params it ran with. */
function refunds(fields: JsonObject = {}, options: Partial<ClientOptions> = {}) {
  const ran: unknown[] = [];
  const project = uniqueName('Refunds');
  const refund = clientOf(options).requireApproval(
    async function refund(params: { readonly order: string; readonly amount: number }) {
      ran.push(params);
      return `Refunded ${params.amount}`;
    },
    { project, summary: ({ amount }) => `Refund ${amount}`, fields },
  );
  /** Waits until the action waits for a decision. @returns the path of its output. */
  const waiting = () =>
    eventually(async () => {
      const query = new URLSearchParams({ project, pending: 'true' }).toString();
      const { body } = await admin.get(`/api/logs?${query}`);
      const [found] = body['executions'] as { readonly id: string }[];
      if (!found) throw new Error('No output is waiting');
      return `/api/logs/${found.id}`;
    }, 20_000);
  return { refund, ran, waiting };
}

const ORDER = { order: 'A-17', amount: 40 };

test('waiting for an output that passes returns its decision', async () => {
  const client = clientOf();
  const { id } = await client.submit({ project: uniqueName('Letters'), output: 'Dear Ada' });

  const decision = await client.waitForDecision(id, { timeoutMs: 30_000 });

  expect(decision).toMatchObject({ id, status: 'pass', settled: true, humanDecision: null });
  expect(await client.getStatus(id)).toEqual(decision);
  expect(await client.getOutput(id)).toMatchObject({ id, output: 'Dear Ada' });
});

test('an action runs once a person has approved it', async () => {
  const { refund, ran, waiting } = refunds();
  const refunded = refund(ORDER);
  const path = await waiting();
  expect(ran).toEqual([]);

  await admin.patch(`${path}/decision`, { decision: 'approved' });

  await expect(refunded).resolves.toBe('Refunded 40');
  expect(ran).toEqual([ORDER]);
  expect((await admin.get(path)).body['action']).toEqual({
    ...{ name: 'refund', summary: 'Refund 40', params: ORDER },
  });
});

test('an action runs with the params that a person corrected, and keeps the others', async () => {
  const { refund, ran, waiting } = refunds();
  const refunded = refund(ORDER);

  const decision = { decision: 'changed', correctedAction: { params: { ...ORDER, amount: 30 } } };
  expect(await admin.patch(`${await waiting()}/decision`, decision)).toMatchObject({ status: 200 });

  await expect(refunded).resolves.toBe('Refunded 30');
  expect(ran).toEqual([{ ...ORDER, amount: 30 }]);
});

type Deciding = (path: string) => Promise<unknown>;
const decide =
  (decision: JsonObject): Deciding =>
  (path) =>
    admin.patch(`${path}/decision`, decision);

test.each<[string, Deciding, string]>([
  ['rejects', decide({ decision: 'rejected', comment: 'Too much.' }), 'rejected'],
  ['wants redone', decide({ decision: 'changed', comment: 'Ask Bob.' }), 'redo'],
  ['rewrites', decide({ decision: 'changed', correctedOutput: 'Refund 30' }), 'redo'],
  ['has handled', decide({ decision: 'handled' }), 'handled'],
  ['deletes', (path) => admin.delete(path), 'deleted'],
])('an action that a person %s does not run', async (_, act, reason) => {
  const { refund, ran, waiting } = refunds();
  const refused = expect(refund(ORDER)).rejects.toMatchObject({ code: 'NOT_APPROVED', reason });

  await act(await waiting());

  await refused;
  expect(ran).toEqual([]);
});

test('an action that is withdrawn or expires does not run', async () => {
  const withdrawn = refunds();
  const handled = expect(withdrawn.refund(ORDER)).rejects.toMatchObject({
    ...{ reason: 'handled', decision: { comment: 'The customer called.' } },
  });
  const id = (await withdrawn.waiting()).replace('/api/logs/', '');
  await clientOf().withdraw(id, { reason: 'The customer called.' });
  await handled;

  const late = refunds({ respondBy: 'PT1S', onDeadline: 'reject' });
  await expect(late.refund(ORDER)).rejects.toMatchObject({
    ...{ reason: 'expired', decision: { decidedBy: 'deadline' } },
  });
  expect([withdrawn.ran, late.ran]).toEqual([[], []]);
});

test('waiting for an undecided action ends after the timeout of the caller', async () => {
  const client = clientOf();
  const ran: unknown[] = [];
  const pay = client.requireApproval((params: object) => ran.push(params), {
    ...{ project: uniqueName('Payments'), name: 'pay', summary: 'Pay', timeoutMs: 1_000 },
  });

  await expect(pay({})).rejects.toMatchObject({ reason: 'unanswered', decision: null });

  expect(ran).toEqual([]);
});

test('a process that repeats the call with its own ID gets the decision made meanwhile', async () => {
  const id = `refund-${uniqueName('x').replace(' ', '-')}`;
  const first = refunds({ id });
  const ending = new AbortController();
  const died = expect(first.refund(ORDER, { signal: ending.signal })).rejects.toThrow('died');
  const path = await first.waiting();
  ending.abort(new Error('died'));
  await died;
  await admin.patch(`${path}/decision`, { decision: 'approved' });

  const { project } = { project: (await clientOf().getOutput(id)).projectName! };
  const again = clientOf().requireApproval((params: typeof ORDER) => params.amount, {
    ...{ project, name: 'refund', summary: 'Refund 40', fields: { id } },
  });

  await expect(again(ORDER)).resolves.toBe(40);
});

test('a lost response does not cause a duplicate submission', async () => {
  const project = uniqueName('Lost');
  const statuses: number[] = [];
  const lossy: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    if (statuses.length === 1) throw new TypeError('The connection was cut');
    return response;
  };

  const { id } = await clientOf({ fetch: lossy }).submit({ project, output: 'Once.' });

  expect(statuses).toEqual([202, 202]);
  await clientOf().waitForDecision(id, { timeoutMs: 30_000 });
  const found = [];
  for await (const output of clientOf().search({ project })) found.push(output.id);
  expect(found).toEqual([id]);
});

test('a search iterates over all pages, even while outputs arrive', async () => {
  const client = clientOf();
  const project = uniqueName('Many');
  // A search only finds outputs that review has stored.
  const submit = async (n: number) => {
    const { id } = await client.submit({ project, output: `${n}`, tags: ['search'] });
    return client.waitForDecision(id, { timeoutMs: 30_000 });
  };
  const submitted = await Promise.all(Array.from({ length: 7 }, (_, n) => submit(n)));

  const found: unknown[] = [];
  for await (const { id } of client.search({ project, limit: 3, tags: 'search' })) {
    if (found.length === 2) await submit(8);
    found.push(id);
  }

  expect(found).toHaveLength(7);
  expect(new Set(found)).toEqual(new Set(submitted.map(({ id }) => id)));
  for await (const page of client.searchPages({ project, limit: 3 })) {
    expect(page).toMatchObject({ total: 8, summary: { totalRuns: 8 } });
  }
});

test('errors say what was refused', async () => {
  await expect(clientOf().submit({ project: '', output: 'x' })).rejects.toMatchObject({
    ...{ code: 'VALIDATION_FAILED', status: 400, fields: { project: expect.any(String) } },
  });
  await expect(clientOf({ token: 'wh-wrong' }).getStatus('a')).rejects.toMatchObject({
    ...{ code: 'UNAUTHENTICATED', requestId: expect.any(String) },
  });
  await expect(clientOf().waitForDecision('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const found = clientOf().search({ sortBy: 'luck' as 'model' });
  await expect(found.next()).rejects.toMatchObject({ fields: { sortBy: expect.any(String) } });
});

test('a callback can be verified, and is refused if it is old or changed', async () => {
  const { body } = await admin.get('/api/destinations');
  const callbacks = (body['items'] as JsonObject[]).find(({ kind }) => kind === 'callbacks');
  const path = `/api/destinations/${String(callbacks?.['id'])}/rotate-secret`;
  const secret = String((await admin.post(path)).body['secret']);
  await using receiver = await startWebhookReceiver(undefined, system.receiverHost);
  const { id } = await clientOf().submit({
    ...{ project: uniqueName('Letters'), output: 'Dear Ada', callbackUrl: receiver.url },
  });
  await eventually(() => expect(receiver.calls).toHaveLength(1), 20_000);
  const [{ text, headers }] = receiver.calls as [(typeof receiver.calls)[0]];

  const event = await verifyWebhook({ body: text, headers, secret });

  expect(event).toMatchObject({ type: 'output.pass', event: 'pass', id, output: 'Dear Ada' });
  const now = new Date(Date.now() + 6 * 60_000);
  for (const fault of [{ now }, { body: `${text} ` }, { secret: 'whsec_AAAA' }]) {
    const refused = verifyWebhook({ body: text, headers, secret, ...fault });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_WEBHOOK' });
  }
});
