import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  startWebhookReceiver,
  untilHeldUp,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { makeAuditReader } from '../../test/audit-records.ts';
import { addDelivery, anOutput, deliveryRow } from '../../test/delivery-rows.ts';
import { aPerson, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});

test('a bulk replay leaves out a request for a decision that is being made', async () => {
  const { destinationId, ...given } = await anOutput(t, receiver.url, { kind: 'slack' });
  const dead = await addDelivery(t, { ...given, destinationId, state: 'dead' });
  const client = await t.as(aPerson(given.workspaceId));

  const replaying = await t.sql.transaction(async (tx) => {
    await tx.query(
      `UPDATE outputs SET human_decision = 'approved', decided_at = $3
       WHERE workspace_id = $1 AND id = $2`,
      [given.workspaceId, given.outputId, t.clock.now()],
    );
    const answer = client.post('/api/deliveries/replay', { destinationId });
    await untilHeldUp(tx, 1, 'FOR SHARE');
    return { answer };
  });

  expect((await replaying.answer).body).toEqual({ ok: true, count: 0 });
  expect(await deliveryRow(t, dead)).toMatchObject({ state: 'superseded' });
});

test.each([
  ['subscription', 'subscription.created'],
  ['webhook', 'settings.changed'],
] as const)('a bulk replay that enables a %s is audited, once', async (kind, action) => {
  const { destinationId, workspaceId } = await anOutput(t, receiver.url, { kind });
  await t.sql.query(
    "UPDATE destinations SET is_active = false, ended_reason = 'failing' WHERE id = $1",
    [destinationId],
  );
  const client = await t.as(aPerson(workspaceId));

  for (let n = 0; n < 2; n += 1) await client.post('/api/deliveries/replay', { destinationId });

  expect(await makeAuditReader(t).recorded(workspaceId, 1)).toMatchObject([
    { action, target: { kind: 'destination', id: destinationId }, after: { isActive: true } },
  ]);
});

test('a bulk replay enables no subscription beyond the limit', async () => {
  const { destinationId, workspaceId } = await anOutput(t, receiver.url);
  await t.sql.query(
    "UPDATE destinations SET is_active = false, ended_reason = 'failing' WHERE id = $1",
    [destinationId],
  );
  await t.sql.query(
    `INSERT INTO destinations (id, workspace_id, kind, source, url_key, address, events, created_at)
     SELECT $1 || n, $1, 'subscription', 'api', n, 'https://a.example', '{}', now()
     FROM generate_series(1, 100) AS n`,
    [workspaceId],
  );
  const client = await t.as(aPerson(workspaceId));
  const replay = () => client.post('/api/deliveries/replay', { destinationId });

  expect(await replay()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  await client.delete(`/api/subscriptions/${workspaceId}1`);
  expect(await replay()).toMatchObject({ status: 202 });
});

test('a bulk replay does not enable a subscription whose receiver wants no more events', async () => {
  const { destinationId, workspaceId } = await anOutput(t, receiver.url);
  await t.sql.query(
    "UPDATE destinations SET is_active = false, ended_reason = 'gone' WHERE id = $1",
    [destinationId],
  );
  const client = await t.as(aPerson(workspaceId));

  const replayed = await client.post('/api/deliveries/replay', { destinationId });

  expect(replayed).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('a replay sends nothing of an output that is being deleted', async () => {
  const given = await anOutput(t, receiver.url);
  const { workspaceId, outputId } = given;
  const sent = await addDelivery(t, { ...given, state: 'delivered' });
  const client = await t.as(aPerson(workspaceId));

  const { deleting, replaying } = await t.sql.transaction(async (tx) => {
    await tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
      ...[workspaceId, outputId],
    ]);
    const waiting = { deleting: client.delete(`/api/logs/${outputId}`) };
    await untilHeldUp(tx, 1, 'FROM outputs');
    const behind = { replaying: client.post(`/api/deliveries/${sent}/replay`) };
    await untilHeldUp(tx, 2, 'FROM outputs');
    return { ...waiting, ...behind };
  });

  expect((await deleting).status).toBe(200);
  expect(await replaying).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});
