import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;

beforeAll(async () => {
  system = await startSystem();
  admin = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

/** Waits until a query finds this many records. @returns them, oldest first. */
function recorded(query: Readonly<Record<string, string>>, count: number): Promise<JsonObject[]> {
  return eventually(async () => {
    const { body } = await admin.get(`/api/audit?${new URLSearchParams(query).toString()}`);
    const items = body['items'] as JsonObject[];
    // Total and items are read concurrently, and a new record may come in between.
    expect([body['total'], items.length]).toEqual([count, count]);
    return items.toReversed();
  }, 20_000);
}

test('actions in any service are recorded with their actor and address, without texts', async () => {
  const from = new Date().toISOString();
  const project = uniqueName('Secret project');
  const rule = { name: 'Secret rule', type: 'keyword_forbidden', value: 'promise' };
  const { body: made } = await admin.post('/api/rules', { ...rule, projectName: project });
  const output = await submit(system.automation, { project, output: 'We promise.' });
  await awaitVerdict(system.automation, output.id);

  const path = `/api/logs/${output.id}`;
  await admin.patch(`${path}/decision`, { decision: 'rejected', comment: 'Secret comment' });
  await system.automation.patch(`${path}/status`, { status: 'flagged', flaggedBy: 'end_user' });
  await system.automation.post('/api/instructions', { project, task: 't', default: 'Secret text' });
  const { body: token } = await admin.post('/api/tokens', { name: 'Secret bot', scopes: ['read'] });
  await admin.delete(`/api/tokens/${String(token['id'])}`);
  await admin.delete(`/api/rules/${String(made['id'])}`);
  await admin.delete(path);

  const ofOutput = await recorded({ logId: output.id }, 3);
  expect(ofOutput).toMatchObject([
    {
      action: 'output.decided',
      actor: { kind: 'user', name: system.email.toLowerCase() },
      address: expect.stringMatching(/^[\da-f.:]+$/),
      requestId: expect.any(String),
      before: { decision: null },
      after: { decision: 'rejected', comment: { hmac: expect.any(String) } },
    },
    { action: 'output.flagged', actor: { kind: 'token', name: 'api' } },
    { action: 'output.deleted', after: null },
  ]);
  const all = await eventually(async () => {
    const { body } = await admin.get(`/api/audit?limit=100&from=${from}`);
    const items = body['items'] as { action: string; target: { id: string } }[];
    const found = items.map(({ action, target: { id } }) => `${action} ${id}`);
    expect(found).toEqual(
      expect.arrayContaining([
        ...['created', 'deleted'].map((done) => `rule.${done} ${String(made['id'])}`),
        ...['created', 'revoked'].map((done) => `token.${done} ${String(token['id'])}`),
        expect.stringMatching(/^instructions\.version_saved /),
      ]),
    );
    return items;
  }, 20_000);
  expect(JSON.stringify(all)).not.toMatch(/secret/i);
});
