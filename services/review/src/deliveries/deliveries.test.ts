import type { ServerResponse } from 'node:http';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  type AnswerCall,
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';
import { Webhook } from 'standardwebhooks';

import {
  addDelivery,
  addDestination,
  anOutput as anOutputAt,
  aSecret,
  deliveryRow,
  untilDelivery,
} from '../../test/delivery-rows.ts';
import { aPerson, startTestReview, type TestReview } from '../../test/test-review.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let t: TestReview;
let receiver: WebhookReceiver;

beforeAll(async () => {
  t = await startTestReview();
  // The verification library uses the system clock.
  t.clock.set(new Date());
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

const anOutput = (options?: Parameters<typeof anOutputAt>[2]) =>
  anOutputAt(t, receiver.url, options);
const until = (id: string, wanted: object) => untilDelivery(t, id, wanted);

const ACTION = { name: 'refund', summary: 'Refund 500', params: { amount: 500 } };

test('a delivery has every key of the interface and a Standard Webhooks signature', async () => {
  const { secret, submission, ...given } = await anOutput({ action: ACTION });
  const words = {
    ...{ explanation: 'Too long.', decision: 'changed', decisionSource: 'api', comment: null },
    correctedAction: { params: { amount: 5 } },
    ...{ correctedOutput: 'Shorter.', decidedAt: '2026-03-01T12:00:00.000Z', decidedBy: 'api' },
  };
  const id = await addDelivery(t, { ...given, event: 'changed', words });

  await until(id, { state: 'delivered', attempt_count: 1, last_status: 200, last_error: null });

  const [call] = receiver.calls;
  const { content, ...submitted } = submission;
  const verified = new Webhook(secret).verify(call!.text, call!.headers as Record<string, string>);
  expect(verified).toEqual({
    ...{ type: 'output.changed', event: 'changed', timestamp: t.clock.now().toISOString() },
    ...{ workspaceId: given.workspaceId, id: given.outputId, logId: given.outputId },
    ...{ projectName: 'Support', taskName: submitted.taskName, status: 'flagged', verdict: 'fail' },
    ...{ confidenceScore: 0.5, explanation: 'Too long.', decision: 'changed' },
    ...{ humanDecision: 'changed', decisionSource: 'api', comment: null },
    ...{ correctedOutput: 'Shorter.', output: 'Shorter.', aiOutput: content.output },
    ...{ correctedAction: { params: { amount: 5 } }, aiAction: ACTION, reasonIds: [] },
    action: { ...ACTION, params: { amount: 5 } },
    ...{ input: content.input, requireApproval: submitted.requireApproval },
    ...{ flagReason: null, metadata: content.metadata, tags: ['a', 'b'] },
    ...{ sessionId: submitted.sessionId, subjectId: submitted.subjectId },
    ...{ actorId: submitted.actorId, model: submitted.model, attachments: [] },
    ...{ instructionsVersion: submitted.instructionsVersion, revisionOf: null },
    approvals: null,
    ...{ decidedAt: '2026-03-01T12:00:00.000Z', decidedBy: 'api' },
  });
  expect(call!.headers['webhook-id']).toBe(id);
  expect(() =>
    new Webhook(aSecret()).verify(call!.text, call!.headers as Record<string, string>),
  ).toThrow();
});

test('a delivery shows the approvals of an output, without names while they are blind', async () => {
  const { workspaceId, outputId, ...given } = await anOutput();
  await t.sql.query(
    `UPDATE outputs SET submitted_approvals = '{"needed": 2, "notSubmitter": false}'
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, outputId],
  );
  await t.sql.query(
    `INSERT INTO approvals (workspace_id, output_id, user_id, email, at)
     VALUES ($1, $2, 'ann', 'ann@example.com', $3)`,
    [workspaceId, outputId, t.clock.now()],
  );
  const told = async (event: 'escalated' | 'flagged') => {
    await until(await addDelivery(t, { ...given, workspaceId, outputId, event }), DELIVERED);
    return (JSON.parse(receiver.calls.at(-1)!.text) as { approvals: unknown }).approvals;
  };
  const at = t.clock.now().toISOString();

  expect(await told('flagged')).toEqual({ needed: 2, given: [{ by: 'ann@example.com', at }] });
  await t.sql.query(
    `INSERT INTO notification_settings (workspace_id, notify_on_flag, notify_on_error, blind_approvals)
     VALUES ($1, false, false, true)`,
    [workspaceId],
  );
  expect(await told('escalated')).toEqual({ needed: 2, given: [{ by: null, at }] });
});

test('both secrets verify while the previous one is valid, then only the new one', async () => {
  const { workspaceId, outputId } = await anOutput();
  const [secret, formerSecret] = [aSecret(), aSecret()];
  const formerUntil = new Date(t.clock.now().getTime() + HOUR_MS);
  const given = { workspaceId, url: receiver.url, kind: 'webhook' as const };
  const rotated = { ...given, secret, formerSecret, formerUntil };
  const destinationId = await addDestination(t, rotated);
  await until(await addDelivery(t, { workspaceId, outputId, destinationId }), DELIVERED);
  await t.sql.query(`UPDATE destinations SET former_secret_until = $2 WHERE id = $1`, [
    ...[destinationId, t.clock.now()],
  ]);
  const later = { workspaceId, outputId, destinationId, event: 'approved' as const };
  await until(await addDelivery(t, later), DELIVERED);

  const [fresh, after] = receiver.calls.map(({ text, headers }) => {
    const verifies = (by: string) => {
      try {
        return Boolean(new Webhook(by).verify(text, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    return [verifies(secret), verifies(formerSecret)];
  });
  expect(fresh).toEqual([true, true]);
  expect(after).toEqual([true, false]);
});

test('a new secret signs even if the previous one cannot be decrypted', async () => {
  const { workspaceId, outputId } = await anOutput();
  const secret = aSecret();
  const formerUntil = new Date(t.clock.now().getTime() + HOUR_MS);
  const given = { workspaceId, url: receiver.url, kind: 'webhook' as const };
  const destinationId = await addDestination(t, {
    ...{ ...given, secret, formerSecret: aSecret(), formerUntil },
  });
  await t.sql.query(`UPDATE destinations SET former_secret_sealed = $2 WHERE id = $1`, [
    ...[destinationId, 'v1.12345678.abc'],
  ]);

  await until(await addDelivery(t, { workspaceId, outputId, destinationId }), DELIVERED);

  const { text, headers } = receiver.calls[0]!;
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toBeTruthy();
});

const REFUSED = 'The response was 500.';
const DELIVERED = { state: 'delivered' };

test('a delivery that gets 500 four times is retried on schedule with the same ID', async () => {
  const given = await anOutput();
  receiver.answer = (response, _call, count) => {
    response.statusCode = count <= 4 ? 500 : 204;
    response.end(count <= 4 ? `No. ${count}` : undefined);
  };
  const id = await addDelivery(t, given);

  for (const waitMs of [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS]) {
    const failed = await eventually(async () => {
      const row = await deliveryRow(t, id);
      expect(row).toMatchObject({ state: 'retrying', last_status: 500 });
      expect(row.next_attempt_at!.getTime()).toBeGreaterThan(t.clock.now().getTime());
      return row;
    });
    const wait = failed.next_attempt_at!.getTime() - t.clock.now().getTime();
    expect(wait).toBeGreaterThanOrEqual(waitMs * 0.9);
    expect(wait).toBeLessThanOrEqual(waitMs * 1.1);
    t.clock.advance(wait);
  }

  await until(id, {
    state: 'delivered',
    attempt_count: 5,
    last_status: 204,
    next_attempt_at: null,
  });
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual(Array(5).fill(id));
  const client = await t.as(aPerson(given.workspaceId));
  const { body } = await client.get(`/api/deliveries/${id}`);
  expect(body).toMatchObject({
    ...{ id, state: 'delivered', attemptCount: 5, lastStatus: 204, lastError: null },
    body: { event: 'flagged', id: given.outputId },
    attempts: [
      ...[1, 2, 3, 4].map((n) => ({ status: 500, error: REFUSED, answer: `No. ${n}` })),
      { status: 204, error: null, answer: null },
    ],
  });
}, 30_000);

test.each<[string, AnswerCall, object]>([
  [
    'redirects',
    (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    { last_status: 301, last_error: 'The response was 301, a redirect, which is not followed.' },
  ],
  [
    'resets the connection',
    (response) => void response.socket?.resetAndDestroy(),
    { last_status: null, last_error: 'The connection was closed before the response.' },
  ],
])('a delivery whose receiver %s is retried', async (_, answer, failed) => {
  receiver.answer = answer;
  const given = await anOutput();

  const id = await addDelivery(t, given);

  await until(id, { state: 'retrying', attempt_count: 1, ...failed });
  expect(receiver.calls.every(({ path }) => path === '/hook')).toBe(true);
});

test('a delivery waits as long as Retry-After says, but at most a day', async () => {
  const given = await anOutput();
  const asked = [2 * 60 * 60, 30 * 24 * 60 * 60];
  receiver.answer = (response, _call, count) =>
    response.writeHead(429, { 'retry-after': String(asked[count - 1]) }).end();
  const id = await addDelivery(t, given);

  const first = await until(id, { state: 'retrying', attempt_count: 1, last_status: 429 });
  expect(first.next_attempt_at).toEqual(new Date(t.clock.now().getTime() + 2 * HOUR_MS));
  t.clock.advance(2 * HOUR_MS);

  const second = await until(id, { state: 'retrying', attempt_count: 2 });
  expect(second.next_attempt_at).toEqual(new Date(t.clock.now().getTime() + DAY_MS));
});

test('a response of 100 MB is cut off, and its beginning is stored', async () => {
  const given = await anOutput();
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let isCutOff = false;
  let sentBytes = 0;
  receiver.answer = (response) => {
    response.on('close', () => (isCutOff = !response.writableFinished));
    const write = (): void => {
      while (sentBytes < 100_000_000 && !response.destroyed) {
        sentBytes += chunk.byteLength;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  };

  const id = await addDelivery(t, given);

  await until(id, { state: 'delivered', last_status: 200 });
  await eventually(() => expect(isCutOff).toBe(true));
  expect(sentBytes).toBeLessThan(50_000_000);
  const { body } = await (await t.as(aPerson(given.workspaceId))).get(`/api/deliveries/${id}`);
  expect(body).toMatchObject({ attempts: [{ answer: 'x'.repeat(1_024) }] });
});

test('deliveries in flight to lanes without a recent success hold at most 16 MiB', async () => {
  const quick = await anOutput();
  await until(await addDelivery(t, quick), DELIVERED);
  const { workspaceId, outputId } = quick;
  const held: ServerResponse[] = [];
  await using slow = await startWebhookReceiver((response) => held.push(response));
  const words = { comment: 'x'.repeat(4_200_000) };
  const large: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const destinationId = await addDestination(t, { workspaceId, url: slow.url });
    large.push(await addDelivery(t, { workspaceId, outputId, destinationId, words }));
  }
  await eventually(() => expect(held).toHaveLength(3));

  // A delivery to the quick lane in between proves that the waiting ones were considered again.
  await until(await addDelivery(t, { ...quick, event: 'approved' }), DELIVERED);

  expect(held).toHaveLength(3);
  const { rows } = await t.sql.query<{ claimed: number }>(
    `SELECT count(lease_until)::int AS claimed FROM deliveries WHERE id = ANY ($1)`,
    [large],
  );
  expect(rows).toEqual([{ claimed: 3 }]);
  slow.answer = (response) => response.end();
  for (const response of held) response.end();
  for (const id of large) await until(id, DELIVERED);
});

/** For each call, which of these secrets sign it. */
const signedBy = (secrets: readonly string[]) =>
  receiver.calls.map(({ text, headers }) => {
    const at = new Date(Number(headers['webhook-timestamp']) * SECOND_MS);
    const signatures = String(headers['webhook-signature']).split(' ');
    return secrets.map((secret) =>
      signatures.includes(new Webhook(secret).sign(String(headers['webhook-id']), at, text)),
    );
  });

test('when a secret is replaced several times a day, each previous one stays valid for a day', async () => {
  const given = await anOutput();
  const rotate = async () => {
    const admin = await t.as(aPerson(given.workspaceId, 'admin'));
    const { body } = await admin.post(`/api/destinations/${given.destinationId}/rotate-secret`);
    return (body as { secret: string }).secret;
  };
  const secrets = [given.secret, await rotate()];
  t.clock.advance(HOUR_MS);
  secrets.push(await rotate(), await rotate());
  for (const [event, waitMs] of [
    ['flagged', 22 * HOUR_MS],
    ['taught', HOUR_MS],
    ['escalated', HOUR_MS],
    ['approved', 0],
  ] as const) {
    // Due now: a turn that began before the clock moved would claim it with an expired lease.
    const due = { state: 'retrying', nextAttemptAt: t.clock.now() };
    await until(await addDelivery(t, { ...given, event, ...due }), DELIVERED);
    t.clock.advance(waitMs);
  }

  expect(signedBy(secrets)).toEqual([
    [true, true, true, true],
    [true, true, true, true],
    [false, true, true, true],
    [false, false, false, true],
  ]);
  // Expired secrets are not kept, and an unreadable one does not block a new one.
  expect(signedBy([await rotate()])).toEqual(Array(4).fill([false]));
  const earlier = async () => {
    const { rows } = await t.sql.query<{ earlier_secrets_sealed: string | null }>(
      'SELECT earlier_secrets_sealed FROM destinations WHERE id = $1',
      [given.destinationId],
    );
    return rows[0]?.earlier_secrets_sealed;
  };
  expect(await earlier()).toBeNull();
  await t.sql.query(`UPDATE destinations SET earlier_secrets_sealed = 'v1.x.y' WHERE id = $1`, [
    given.destinationId,
  ]);
  expect(await rotate()).toMatch(/^whsec_/);
  // The previous one, which can be decrypted.
  expect(await earlier()).toMatch(/^v1\.(?!x\.y)/);

  for (let n = 0; n < 9; n += 1) await rotate();
  await until(await addDelivery(t, { ...given, event: 'deleted' }), DELIVERED);
  const signatures = String(receiver.calls.at(-1)?.headers['webhook-signature']);
  expect(signatures.split(' ')).toHaveLength(10);
});
