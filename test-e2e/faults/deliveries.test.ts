import { expect, test } from '@jest/globals';
import { eventually, startWebhookReceiver } from '@output-review/runtime/testing';
import { Webhook } from 'standardwebhooks';

import type { JsonObject } from '../harness/client.ts';
import { killWhileMarking } from '../harness/kill-while-waiting.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { useRestarts } from '../harness/restarts.ts';

const SETTINGS = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };

const restarts = useRestarts();

test('kill -9 between a response and its bookkeeping repeats the delivery with the same ID', async () => {
  await using receiver = await startWebhookReceiver();
  const system = await restarts.startProcess(SETTINGS);
  const made = await system.automation.post('/api/subscriptions', { url: receiver.url });
  expect(made.status).toBe(201);
  const killed = new Promise<void>((resolve) => {
    receiver.answer = (response, _call, count) => {
      const answer = () => response.end();
      if (count === 1) resolve(killWhileMarking(system.process, restarts.dataDir, answer));
      else answer();
    };
  });
  const { id } = await submit(system.automation, { project: uniqueName('Told'), output: 'Text.' });
  await killed;

  const next = await restarts.start(SETTINGS);

  await eventually(() => expect(receiver.calls.length).toBeGreaterThanOrEqual(2), 120_000);
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  const secret = new Webhook(String(made.body['secret']));
  for (const { text, headers } of receiver.calls) {
    expect(secret.verify(text, headers as Record<string, string>)).toMatchObject({
      ...{ event: 'pass', id, status: 'pass' },
    });
  }
  const admin = await next.signIn();
  await eventually(async () => {
    const { body } = await admin.get(`/api/deliveries?logId=${id}`);
    expect(body['items'] as JsonObject[]).toMatchObject([
      { id: ids[0], state: 'delivered', lastStatus: 200 },
    ]);
  });
}, 300_000);
