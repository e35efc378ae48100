import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let model: JudgeServer;
let manager: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem();
  model = await startJudgeServer({ takesMs: 0, host: system.receiverHost });
}, 60_000);

afterAll(async () => {
  await system.stop();
  await model.close();
});

beforeEach(async () => {
  const workspaceName = uniqueName('Letters');
  manager = await signUp(system, { email: newAddress('Mia'), workspaceName });
  automation = await makeAutomation(system, manager);
  const judge = { provider: 'openai_compatible', model: 'local', apiKey: 'sk-test' };
  await done(
    manager.patch('/api/settings', {
      defaultJudgeProvider: judge.provider,
      judgeProviders: [{ ...judge, baseUrl: model.settings['JUDGE_BASE_URL'] }],
    }),
  );
  await done(
    manager.post('/api/rules', {
      ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise' },
    }),
  );
  await done(automation.post(PATH, { ...NAMES, default: 'Dear {{name}}, be kind.' }));
});

const PATH = '/api/instructions';
const NAMES = { project: 'Support', task: 'Letters' };
const QUERY = 'project=Support&task=Letters';
const REFUND = { name: 'refund', summary: 'Refund 500 EUR', params: { amount: 500 } };

async function done(call: ReturnType<Client['post']>): Promise<JsonObject> {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(`A call answered ${status}: ${text}`);
  return body;
}

/** Submits an output under the active version and decides it. */
async function decided(output: JsonObject, decision: JsonObject): Promise<string> {
  const { id } = await submit(automation, { ...NAMES, ...output });
  await awaitVerdict(automation, id);
  await done(manager.patch(`/api/logs/${id}/decision`, decision));
  return id;
}

/** Starts a draft and waits until it is written. */
async function drafted(from: string): Promise<JsonObject> {
  const { id } = await done(manager.post(`${PATH}/suggestions`, { ...NAMES, from }));
  return eventually(async () => {
    const found = (await suggestions()).find((each) => each['id'] === id);
    if (!found || found['state'] === 'drafting') throw new Error('Still drafting');
    return found;
  }, 30_000);
}

async function suggestions(): Promise<readonly JsonObject[]> {
  const { body } = await manager.get(`${PATH}/suggestions?${QUERY}`);
  return body as unknown as JsonObject[];
}

test('rejected and changed outputs become a draft that cites them until they are deleted', async () => {
  const rejected = await decided(
    { output: 'We promise it for Friday.' },
    { decision: 'rejected', comment: 'Promise no date.' },
  );
  const changed = await decided(
    { action: REFUND, requireApproval: true },
    { decision: 'changed', correctedAction: { params: { amount: 50 } } },
  );
  await decided({ output: 'It is on its way.' }, { decision: 'approved' });
  const content = 'Dear {{name}}, be kind and promise nothing.';
  model.say({ content, changes: [{ summary: 'No dates.', notes: [], outputs: [1, 2] }] });

  const suggestion = await drafted('outputs');

  expect(suggestion).toMatchObject({
    ...{ state: 'ready', baseVersion: 1, content, noteRefs: [], failure: null },
    changes: [{ summary: 'No dates.', noteRefs: [], outputIds: [changed, rejected] }],
    outputs: [
      { id: changed, decision: 'changed', failedRules: [] },
      { id: rejected, decision: 'rejected', failedRules: ['No promises'] },
    ],
    decisions: { approved: 1, changed: 1, rejected: 1 },
  });
  const asked = model.received.at(-1) ?? '';
  for (const text of [
    'We promise it for Friday.',
    'Promise no date.',
    '{\\\\\\"amount\\\\\\":50}',
  ]) {
    expect(asked).toContain(text);
  }
  // Approved outputs are only counted.
  expect(asked).not.toContain('It is on its way.');

  await done(manager.delete(`/api/logs/${rejected}`));
  await eventually(async () => {
    const [after] = await suggestions();
    expect(after).toMatchObject({
      changes: [{ outputIds: [changed] }],
      outputs: [{ id: changed }, { id: null, failedRules: ['No promises'] }],
    });
  }, 20_000);
  const accept = `${PATH}/suggestions/${String(suggestion['id'])}/accept`;
  expect(await done(manager.post(accept, {}))).toMatchObject({ version: 2, content });
});

test('an output counts for the version it ran under, however late it is decided', async () => {
  const { id } = await submit(automation, { ...NAMES, output: 'We promise.' });
  await awaitVerdict(automation, id);
  await done(manager.post(`${PATH}/versions`, { ...NAMES, content: 'Promise nothing.' }));
  await done(manager.patch(`/api/logs/${id}/decision`, { decision: 'rejected' }));

  const refused = await manager.post(`${PATH}/suggestions`, { ...NAMES, from: 'outputs' });

  expect(refused).toMatchObject({ status: 409, body: { code: 'NO_LABELS' } });
  const own = await decided({ output: 'We promise again.' }, { decision: 'rejected' });
  model.say({
    content: 'Never promise.',
    changes: [{ summary: 'Firmer.', notes: [], outputs: [1] }],
  });
  expect(await drafted('outputs')).toMatchObject({ state: 'ready', outputs: [{ id: own }] });
});
