import { randomBytes } from 'node:crypto';

import { type EgressGuard, makeEgressGuard } from '@output-review/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { composeBody } from './body.pure.ts';
import { makeWebhookSink } from './webhook-sink.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const { signal } = new AbortController();

let receiver: WebhookReceiver;
let egress: EgressGuard;
let answers: (() => void)[];

beforeEach(async () => {
  egress = makeEgressGuard({ isPrivateHostAllowed: () => true });
  answers = [];
  receiver = await startWebhookReceiver((response) => answers.push(() => response.end()));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await egress.close();
  await receiver[Symbol.asyncDispose]();
});

test('gives up on a hanging receiver at the timeout', async () => {
  const answer = await makeWebhookSink({ egress, timeoutMs: 100 })(aSending(), signal);

  expect(answer).toEqual({
    ...{ status: null, answer: null, retryAfterMs: null },
    error: 'There was no response within 0.1 s.',
  });
});

test('succeeds with a slow receiver that answers within the timeout', async () => {
  const sent = makeWebhookSink({ egress, timeoutMs: 60_000 })(aSending(), signal);
  await eventually(() => expect(answers).toHaveLength(1));

  answers[0]!();

  expect(await sent).toMatchObject({ status: 200, error: null });
});

test('has a timeout of 15 s by default', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const sent = makeWebhookSink({ egress })(aSending(), signal);
  await eventually(() => expect(answers).toHaveLength(1));
  answers[0]!();

  await sent;

  expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(15_000);
});

const aSending = () => ({
  id: 'd',
  digest: null,
  sentAt: AT,
  target: {
    ...({ kind: 'webhook', url: receiver.url, address: null } as const),
    secrets: [`whsec_${randomBytes(32).toString('base64')}`],
  },
  body: composeBody(
    {
      ...{ id: 'd', workspaceId: 'w', destinationId: 'x', outputId: null, event: 'test' },
      ...{ happenedAt: AT, status: null, verdict: null, confidenceScore: null, words: null },
      attemptCount: 0,
    },
    null,
    'https://reviews.example.com',
  ),
});
