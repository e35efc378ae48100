import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let agent: Client;
let receiver: WebhookReceiver;

beforeAll(async () => {
  system = await startSystem();
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName: uniqueName('Reasons') });
  agent = await makeAutomation(system, admin);
  receiver = await startWebhookReceiver(undefined, system.receiverHost);
}, 60_000);

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await system.stop();
});

test('a rejection reason is delivered and searchable, even after it is retired', async () => {
  const tone = { id: 'tone', name: 'Wrong tone', isActive: true };
  const changed = await admin.patch('/api/settings', { decisionReasons: [tone] });
  expect(changed).toMatchObject({ status: 200, body: { decisionReasons: [tone] } });
  const propose = async (): Promise<string> => {
    const given = { output: 'Fine?', requireApproval: true, callbackUrl: receiver.url };
    const { id } = await submit(agent, { project: uniqueName('Reasons'), ...given });
    await awaitVerdict(agent, id);
    return id;
  };
  const id = await propose();
  const rejected = { decision: 'rejected', reasonIds: ['tone'] };

  expect(await admin.patch(`/api/logs/${id}/decision`, rejected)).toMatchObject({ status: 200 });

  await eventually(() => expect(receiver.calls).toHaveLength(1));
  expect(receiver.calls[0]?.body).toMatchObject({ event: 'rejected', id, reasonIds: ['tone'] });

  const retired = [{ ...tone, isActive: false }];
  await admin.patch('/api/settings', { decisionReasons: retired });
  const later = await propose();

  expect(await admin.patch(`/api/logs/${later}/decision`, rejected)).toMatchObject({
    ...{ status: 400, body: { fields: { 'reasonIds.0': expect.stringMatching(/retired/) } } },
  });
  const found = await search(admin, { reason: 'tone' });
  expect(found['executions']).toMatchObject([{ id }]);
  const counted = { runs: 1, overridden: 0 };
  await eventually(async () => {
    expect((await admin.get('/api/stats?interval=range&groupBy=reason')).body).toMatchObject({
      series: [{ key: 'tone', points: [counted] }],
    });
  });
});
