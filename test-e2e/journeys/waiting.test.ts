import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Answer, type Client, makeClient, signInHeaders } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let automation: Client;
let reviewer: Client;

beforeAll(async () => {
  system = await startSystem();
  automation = system.automation;
  reviewer = await system.signIn();
}, 60_000);

// Revoked, because journeys share the workspace and it is limited to fifty tokens.
const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await reviewer.delete(`/api/tokens/${id}`);
});

afterAll(() => system.stop());

async function tokenFor(...scopes: string[]): Promise<Client & { readonly tokenId: string }> {
  const { body } = await reviewer.post('/api/tokens', { name: uniqueName('waiting'), scopes });
  const tokenId = String(body['id']);
  made.push(tokenId);
  const client = makeClient(system.url, { authorization: `Bearer ${String(body['token'])}` });
  return { ...client, tokenId };
}

/** Submits an output that requires approval. */
async function held(client = automation): Promise<string> {
  const project = uniqueName('Waited for');
  const { id } = await submit(client, { project, output: 'Send it?', requireApproval: true });
  await awaitVerdict(automation, id);
  return id;
}

const waitFor = (client: Client, id: string, seconds: number) =>
  client.get(`/api/logs/${id}/status?wait=${seconds}`);

/** Measures the duration of a call. */
async function timed(call: Promise<Answer>): Promise<Answer & { readonly ms: number }> {
  const startedAt = performance.now();
  const answer = await call;
  return { ...answer, ms: performance.now() - startedAt };
}

test('waiting returns when the output has passed, even right after its submission', async () => {
  const { id } = await submit(automation, { project: uniqueName('Waited for'), output: 'Fine.' });

  const { status, body, ms } = await timed(waitFor(automation, id, 30));

  expect(status).toBe(200);
  expect(body).toMatchObject({ id, status: 'pass', settled: true, humanDecision: null });
  expect(ms).toBeLessThan(25_000);
});

test('waiting returns the decision of a person with the correction', async () => {
  const id = await held();
  const waiting = timed(waitFor(automation, id, 60));
  const other = waitFor(reviewer, id, 60);

  await reviewer.patch(`/api/logs/${id}/decision`, {
    decision: 'changed',
    correctedOutput: 'Send this instead.',
  });

  const { body, ms } = await waiting;
  expect(body).toMatchObject({
    ...{ id, status: 'flagged', settled: true, humanDecision: 'changed', comment: null },
    ...{ correctedOutput: 'Send this instead.', correctedAction: null, decidedBy: system.email },
    approvals: null,
  });
  expect(Date.parse(String(body['decidedAt']))).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(ms).toBeLessThan(50_000);
  expect((await other).body).toMatchObject({ settled: true, humanDecision: 'changed' });
});

test('waiting for an undecided output returns it unsettled at the timeout; a flag unsettles', async () => {
  const { id } = await submit(automation, { project: uniqueName('Waited for'), output: 'Fine.' });
  await waitFor(automation, id, 30);
  await reviewer.patch(`/api/logs/${id}/status`, { status: 'flagged', reason: 'Look.' });

  const { status, body, ms } = await timed(waitFor(automation, id, 1));

  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'flagged', settled: false, decidedBy: null });
  expect(ms).toBeGreaterThan(900);
});

test('waiting for a deleted or missing output answers 404 at once', async () => {
  const id = await held();
  const waiting = timed(waitFor(automation, id, 60));
  // The other call must be waiting by now.
  await eventually(async () => expect((await waitFor(automation, id, 0)).status).toBe(200));
  await reviewer.delete(`/api/logs/${id}`);

  const deleted = await waiting;
  expect(deleted.status).toBe(404);
  expect(deleted.ms).toBeLessThan(50_000);
  expect((await timed(waitFor(automation, 'nobody', 60))).ms).toBeLessThan(50_000);
  expect((await waitFor(automation, 'nobody', 60)).status).toBe(404);
});

test.each(['61', '-1', '1.5', 'x', '1&wait=2'])('a wait of %s is refused', async (wait) => {
  const id = await held();
  const answer = await automation.get(`/api/logs/${id}/status?wait=${wait}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { wait: expect.any(String) },
  });
});

test('a caller can hold a hundred waits per gateway, and one more is refused with Retry-After', async () => {
  const id = await held();
  const caller = await tokenFor('read');
  const waits = Array.from({ length: 101 }, () => waitFor(caller, id, 60));

  // A refusal is immediate.
  const first = await Promise.race(waits);
  expect(first).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(first.headers.get('retry-after')).toBe('1');
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  const answers = await Promise.all(waits);
  const answered = answers.filter(({ status }) => status === 200);
  expect(answered).toHaveLength(100);
  for (const { body } of answered) expect(body).toMatchObject({ settled: true });
});

test('a wait ends with the credential it began with', async () => {
  const id = await held();
  const caller = await tokenFor('read');
  const headers = await signInHeaders(system.url, system.email, system.password);
  const person = makeClient(system.url, headers);
  const waits = [timed(waitFor(caller, id, 60)), timed(waitFor(person, id, 60))];

  await reviewer.delete(`/api/tokens/${caller.tokenId}`);
  await person.post('/api/auth/sign-out');

  for (const { status, ms } of await Promise.all(waits)) {
    expect(status).toBe(401);
    expect(ms).toBeLessThan(30_000);
  }
});

test('a token with only the scope submit can read the details of decisions on its own outputs only', async () => {
  const caller = await tokenFor('submit');
  const own = await held(caller);
  const foreign = await held();
  for (const id of [own, foreign]) {
    const decision = { decision: 'rejected', comment: 'Too rude.' };
    await reviewer.patch(`/api/logs/${id}/decision`, decision);
  }

  const common = { settled: true, humanDecision: 'rejected' };
  expect((await waitFor(caller, own, 30)).body).toMatchObject({
    ...{ ...common, comment: 'Too rude.', decidedBy: system.email, approvals: null },
  });
  expect((await waitFor(caller, foreign, 30)).body).toMatchObject({
    ...{ ...common, comment: null, correctedOutput: null, correctedAction: null },
    ...{ decidedBy: null, decidedAt: null, approvals: null },
  });
});

test('a withdrawn output can no longer be decided, even if withdrawn before its evaluation', async () => {
  const caller = await tokenFor('submit');
  const id = await held(caller);
  const waiting = waitFor(caller, id, 60);
  const withdraw = (client: Client, which: string, body = {}) =>
    client.post(`/api/logs/${which}/withdraw`, body);

  const withdrawn = await withdraw(caller, id, { reason: 'The customer has called.' });

  expect(withdrawn).toMatchObject({
    status: 200,
    body: { ok: true, id, humanDecision: 'handled' },
  });
  expect((await waiting).body).toMatchObject({
    ...{ settled: true, humanDecision: 'handled', comment: 'The customer has called.' },
  });
  const { body } = await reviewer.get(`/api/logs/${id}`);
  expect(body).toMatchObject({ humanDecision: 'handled', decisionSource: 'api' });
  // Retrying a call whose response was lost is allowed.
  const again = await withdraw(caller, id, { reason: 'The customer has called.' });
  expect(again.status).toBe(200);
  expect(await withdraw(caller, id, { reason: 'Something else.' })).toMatchObject({
    ...{ status: 409, body: { code: 'ALREADY_DECIDED' } },
  });

  const early = await submit(caller, {
    ...{ project: uniqueName('Waited for'), output: 'Early.', requireApproval: true },
  });
  expect((await withdraw(caller, early.id)).status).toBe(200);
  await awaitVerdict(automation, early.id);
  expect((await reviewer.get(`/api/logs/${early.id}`)).body).toMatchObject({
    ...{ status: 'flagged', humanDecision: 'handled' },
  });
});

test('withdrawing fails for outputs of other tokens, and for decided or missing outputs', async () => {
  const [caller, other] = [await tokenFor('submit'), await tokenFor('submit', 'read', 'decide')];
  const id = await held(caller);
  const withdraw = (client: Client, which = id, body: unknown = {}) =>
    client.post(`/api/logs/${which}/withdraw`, body);

  expect(await withdraw(other)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await withdraw(reviewer)).status).toBe(401);
  expect((await withdraw(caller, 'nobody')).status).toBe(404);
  expect((await withdraw(caller, id, { reason: 5 })).status).toBe(400);
  expect((await withdraw(caller, id, { reason: 'x'.repeat(2_001) })).status).toBe(400);
  await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  const refused = await withdraw(caller);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_DECIDED', error: 'The output is already decided.' },
  });

  // The workspace token can withdraw any output.
  const another = await held(caller);
  expect((await withdraw(automation, another)).status).toBe(200);
});
