import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Answer, Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

const ACTION = {
  ...{ name: 'refund', summary: 'Refund 500 EUR to Ada' },
  params: { amount: 500, to: 'ada', notify: true },
};
const SMALLER = { params: { ...ACTION.params, amount: 50 } };
const LARGER = { params: { ...ACTION.params, amount: 5_000 } };

let system: System;
let admin: Client;
let agent: Client;
let receiver: WebhookReceiver;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Corrected');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  agent = await makeAutomation(system, admin);
}, 60_000);

beforeEach(async () => {
  await receiver?.[Symbol.asyncDispose]();
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await system.stop();
});

/** Proposes an action that waits for a decision. @returns its ID. */
async function propose(given: JsonObject = {}): Promise<string> {
  const { id } = await submit(agent, {
    ...{ project: uniqueName('Refunds'), action: ACTION, requireApproval: true, ...given },
  });
  await awaitVerdict(agent, id);
  return id;
}

/** Creates a project with a rule that fails refunds above 100. */
async function aLimitedProject(more: JsonObject = {}): Promise<string> {
  const projectName = uniqueName('Refunds');
  const value = JSON.stringify({ path: 'action.params.amount', max: 100 });
  const rule = { name: 'At most 100', type: 'json_field_range', value, projectName, ...more };
  expect(await admin.post('/api/rules', rule)).toMatchObject({ status: 201 });
  return projectName;
}

const decide = (client: Client, id: string, body: JsonObject): Promise<Answer> =>
  client.patch(`/api/logs/${id}/decision`, { decision: 'changed', ...body });

async function decidedIn(id: string): Promise<JsonObject[]> {
  const { body } = await agent.get(`/api/logs/${id}/timeline`);
  return (body['events'] as JsonObject[]).filter(({ stage }) => stage === 'decided');
}

test('an agent and its callback get the corrected params', async () => {
  const id = await propose({ callbackUrl: receiver.url });
  const waiting = agent.get(`/api/logs/${id}/status?wait=60`);

  expect(await decide(admin, id, { correctedAction: SMALLER })).toMatchObject({ status: 200 });

  expect((await waiting).body).toMatchObject({
    ...{ id, settled: true, humanDecision: 'changed', comment: null },
    ...{ correctedOutput: null, correctedAction: SMALLER },
  });
  await eventually(() => expect(receiver.calls).toHaveLength(1));
  expect(receiver.calls[0]?.body).toMatchObject({
    ...{ event: 'changed', id, correctedAction: SMALLER, correctedOutput: null, output: null },
    ...{ aiAction: ACTION, action: { ...ACTION, ...SMALLER } },
  });
  expect((await agent.get(`/api/logs/${id}`)).body).toMatchObject({
    ...{ action: ACTION, aiAction: ACTION, correctedAction: SMALLER },
    decisions: [{ decision: 'changed', correctedAction: SMALLER }],
  });
});

test('a correction that fails a rule is refused until it is confirmed', async () => {
  const project = await aLimitedProject();
  const id = await propose({ project });

  const refused = await decide(admin, id, { correctedAction: LARGER });

  expect(refused).toMatchObject({ status: 409, body: { code: 'CORRECTION_FLAGGED', fields: {} } });
  expect(refused.body['appliedRules']).toMatchObject([
    {
      ...{ ruleName: 'At most 100', projectName: project, outcome: 'failed' },
      summary: 'Field “action.params.amount” is 5000, at most 100 allowed.',
    },
  ]);
  expect((await agent.get(`/api/logs/${id}/status`)).body).toMatchObject({ settled: false });

  const confirmed = await decide(admin, id, { correctedAction: LARGER, confirmFlagged: true });

  expect(confirmed).toMatchObject({ status: 200, body: { humanDecision: 'changed' } });
  expect(await decidedIn(id)).toMatchObject([
    { detail: 'changed. Confirmed although these rules did not pass: “At most 100”.' },
  ]);
  await eventually(async () => {
    const { body } = await admin.get(`/api/audit?logId=${id}`);
    expect(body['items']).toMatchObject([
      {
        action: 'output.decided',
        after: { confirmFlagged: true, failedRules: [expect.any(String)] },
      },
    ]);
  });
});

test('a correction that passes the rules needs no confirmation', async () => {
  const id = await propose({ project: await aLimitedProject() });

  expect(await decide(admin, id, { correctedAction: SMALLER })).toMatchObject({ status: 200 });

  expect(await decidedIn(id)).toMatchObject([{ detail: 'changed' }]);
});

test('a correction is judged, and refused if the judge cannot run', async () => {
  const project = uniqueName('Judged');
  const rule = { name: 'Sensible', type: 'llm_judge', value: 'The refund is sensible.' };
  await admin.post('/api/rules', { ...rule, projectName: project });
  const id = await propose({ project });

  // The workspace has no model configured.
  const refused = await decide(admin, id, { correctedAction: SMALLER });

  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'CORRECTION_FLAGGED',
      appliedRules: [{ ruleName: 'Sensible', outcome: 'error', evaluator: 'llm' }],
    },
  });
});

test("a token's correction is accepted whatever the rules say, and the timeline names those that failed", async () => {
  const id = await propose({ project: await aLimitedProject() });

  expect(await decide(agent, id, { correctedAction: LARGER })).toMatchObject({ status: 200 });

  expect(await decidedIn(id)).toMatchObject([
    { actor: 'api', detail: 'changed. These rules did not pass: “At most 100”.' },
  ]);
});

test('a correction that would need several approvals is refused for people and tokens', async () => {
  const project = await aLimitedProject({ approvals: { needed: 2 } });
  const id = await propose({ project, action: { ...ACTION, ...SMALLER } });

  for (const client of [admin, agent]) {
    const larger = { correctedAction: LARGER, confirmFlagged: true };
    expect(await decide(client, id, larger)).toMatchObject({
      ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
      body: { fields: { correctedAction: expect.stringContaining('“At most 100”') } },
    });
  }

  expect((await agent.get(`/api/logs/${id}`)).body).toMatchObject({ decisions: [] });
});

const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) });

test.each<[string, JsonObject, string]>([
  ['with another key', { ...SMALLER, name: 'pay' }, 'correctedAction.name'],
  ['of 65 KiB', { params: { note: 'a'.repeat(65 * 1024) } }, 'correctedAction.params'],
  ['nested nine deep', { params: deep(8) }, 'correctedAction.params'],
])('a correction of an action %s is refused', async (_, correctedAction, field) => {
  await expectRefused(await propose(), correctedAction, field);
});

test('a correction of an action is refused if the output has none', async () => {
  const { id } = await submit(agent, { project: uniqueName('Plain'), output: 'a' });
  await awaitVerdict(agent, id);
  await expectRefused(id, SMALLER, 'correctedAction');
});

async function expectRefused(id: string, correctedAction: JsonObject, field: string) {
  for (const client of [admin, agent]) {
    expect(await decide(client, id, { correctedAction })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) } },
    });
  }
  expect((await agent.get(`/api/logs/${id}`)).body).toMatchObject({ decisions: [] });
}
