import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';

import { type Client, type JsonObject, makeClient } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

// Revoked, because journeys share the workspace and it is limited to fifty.
const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await admin.delete(`/api/tokens/${id}`);
});

afterAll(() => system.stop());

const clientOf = (token: unknown): Client =>
  makeClient(system.url, { authorization: `Bearer ${String(token)}` });

async function makeToken(fields: JsonObject): Promise<JsonObject> {
  const answer = await admin.post('/api/tokens', fields);
  expect(answer.status).toBe(201);
  made.push(String(answer.body['id']));
  return answer.body;
}

test('each automation can have its own token with scopes, which its outputs name', async () => {
  const name = uniqueName('Mail bot');
  const { token, id } = await makeToken({ name, scopes: ['submit', 'read'] });
  const automation = clientOf(token);

  const output = await submit(automation, { project: 'Tokens', output: 'Text.' });
  await awaitVerdict(automation, output.id);

  const { body } = await automation.get(`/api/logs/${output.id}`);
  expect(body).toMatchObject({ submittedBy: name });
  const decision = { decision: 'approved' };
  expect((await automation.patch(`/api/logs/${output.id}/decision`, decision)).status).toBe(403);
  expect((await automation.get('/api/tokens')).status).toBe(401);
  expect(await automation.get('/api/verify')).toMatchObject({
    body: { ok: true, scopes: ['submit', 'read'] },
  });
  const listed = await admin.get('/api/tokens');
  expect(listed.body['items']).toContainEqual(expect.objectContaining({ id, name }));
  expect(listed.text).not.toContain(String(token));
});

test('a token with the scope submit gets the same error for an invalid ID as others', async () => {
  const { token } = await makeToken({ name: uniqueName('submits'), scopes: ['submit'] });
  for (const client of [clientOf(token), system.automation]) {
    expect(await client.get('/api/logs/a%00b/status')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
  }
});

test('a token with the scope read cannot subscribe or unsubscribe, and one with submit cannot write instructions', async () => {
  const scoped = async (...scopes: string[]) => {
    const { token } = await makeToken({ name: uniqueName('scoped'), scopes });
    return clientOf(token);
  };
  const [reader, submitter] = [await scoped('read'), await scoped('submit')];
  const [subscriber, another] = [await scoped('subscribe'), await scoped('subscribe')];
  const hook = { url: `https://93.184.216.34/${uniqueName('hook')}`, events: ['escalated'] };
  const names = { project: uniqueName('Scopes'), task: 'Letters' };

  expect((await reader.post('/api/subscriptions', hook)).status).toBe(403);
  const made = await subscriber.post('/api/subscriptions', hook);
  expect(made.status).toBe(201);
  const path = `/api/subscriptions/${String(made.body['id'])}`;
  for (const client of [reader, another]) expect((await client.delete(path)).status).toBe(403);
  expect((await subscriber.delete(path)).body).toEqual({ ok: true });

  const saved = { ...names, content: 'Be brief.' };
  const versions = '/api/instructions/versions';
  for (const client of [reader, submitter]) {
    expect((await client.post(versions, saved)).status).toBe(403);
  }
  expect((await reader.post('/api/instructions', { ...names, default: 'x' })).status).toBe(403);
  expect((await reader.post('/api/instructions', names)).status).toBe(404);
  const tuner = await scoped('instruct');
  expect(await tuner.post(versions, saved)).toMatchObject({ status: 200, body: { version: 1 } });
  const seeded = await submitter.post('/api/instructions', { ...names, default: 'x' });
  expect(seeded.body).toMatchObject({ content: 'Be brief.', version: 1 });
});

test('revoking a token during a hundred submissions accepts those before and refuses those after', async () => {
  const { token, id } = await makeToken({ name: uniqueName('ci'), scopes: ['submit', 'read'] });
  const automation = clientOf(token);
  const send = () => automation.post('/api/logs', { project: 'Tokens', output: 'Text.' });

  const early = Array.from({ length: 100 }, send);
  await Promise.race(early);
  expect((await admin.delete(`/api/tokens/${String(id)}`)).status).toBe(200);
  const late = await Promise.all(Array.from({ length: 10 }, send));

  expect(late.filter(({ status }) => status !== 401)).toEqual([]);
  const answers = await Promise.all(early);
  expect(answers.filter(({ status }) => status !== 202 && status !== 401)).toEqual([]);
  for (const { body } of answers.filter(({ status }) => status === 202)) {
    await awaitVerdict(system.automation, String(body['id']));
  }
});
