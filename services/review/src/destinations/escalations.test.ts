import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { addDelivery, anOutput, untilDelivery } from '../../test/delivery-rows.ts';
import { anEvaluation, aPerson, startTestReview, type TestReview } from '../../test/test-review.ts';

const MINUTE_MS = 60_000;

let t: TestReview;
let receiver: WebhookReceiver;

beforeAll(async () => {
  t = await startTestReview();
});

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
});

afterAll(async () => {
  await t.stop();
});

test.each([
  ['slack', 'decided', 'superseded'],
  ['slack', 'passed when it was evaluated again', 'superseded'],
  ['subscription', 'decided', 'delivered'],
  ['subscription', 'passed when it was evaluated again', 'delivered'],
] as const)(
  'to a %s, a waiting escalation of an output that was %s is %s',
  async (kind, what, state) => {
    const given = await anOutput(t, receiver.url, { kind });
    receiver.answer = (response) => response.writeHead(500).end();
    const waiting = await addDelivery(t, { ...given, event: 'escalated' });
    await untilDelivery(t, waiting, { state: 'retrying' });
    const client = await t.as(aPerson(given.workspaceId));
    if (what === 'decided') {
      await client.patch(`/api/logs/${given.outputId}/decision`, { decision: 'rejected' });
    } else {
      await client.post(`/api/logs/${given.outputId}/evaluate`);
      await t.evaluate(anEvaluation(given.submission, { run: 2 }));
    }
    receiver.answer = (response) => response.end();
    t.clock.advance(MINUTE_MS);

    await untilDelivery(t, waiting, { state });
  },
);

test('an escalation to a channel whose output is decided in flight is not retried', async () => {
  const given = await anOutput(t, receiver.url, { kind: 'slack' });
  const held: (() => void)[] = [];
  receiver.answer = (response) => held.push(() => response.writeHead(500).end());
  const escalated = await addDelivery(t, { ...given, event: 'escalated' });
  await eventually(() => expect(held).toHaveLength(1));
  const client = await t.as(aPerson(given.workspaceId));
  await client.patch(`/api/logs/${given.outputId}/decision`, { decision: 'rejected' });

  held[0]!();

  await untilDelivery(t, escalated, {
    state: 'superseded',
    attempt_count: 1,
    next_attempt_at: null,
  });
});
