import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EndedReason } from '@output-review/contracts';
import {
  asDeadlockVictim,
  eventually,
  startWebhookReceiver,
  untilHeldUp,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { addDelivery, anOutput, deliveryRow } from '../../test/delivery-rows.ts';
import { aPerson, startTestReview, type TestReview } from '../../test/test-review.ts';
import { aWorkspaceOf, CHANNELS, settle } from '../../test/notified-workspaces.ts';
import { PAGE_ROWS, settleWaiting } from './destinations.sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BACKLOG = PAGE_ROWS + 10;

let t: TestReview;
let receiver: WebhookReceiver;

// Fails any transaction that changes more rows than a page plus the delivery in flight, as a timeout would with
// millions of rows.
const LIMIT_STATEMENTS = `
  CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    total integer := coalesce(nullif(current_setting('test.changed', true), ''), '0')::integer
      + (SELECT count(*) FROM changed);
  BEGIN
    IF total > ${PAGE_ROWS} + 1 THEN RAISE 'too many rows'; END IF;
    PERFORM set_config('test.changed', total::text, true);
    RETURN NULL;
  END $$;
  CREATE TRIGGER refuse_many AFTER UPDATE ON deliveries REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`;

beforeAll(async () => {
  t = await startTestReview();
  await t.sql.query(LIMIT_STATEMENTS);
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

interface Backlog {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly state: 'pending' | 'retrying' | 'dead';
  readonly count?: number;
}

/** More than a page of deliveries. Retries are not due. */
async function addBacklog({
  workspaceId,
  destinationId,
  state,
  count = BACKLOG,
}: Backlog): Promise<void> {
  await t.sql.query(
    `INSERT INTO deliveries (
       workspace_id, destination_id, lane, event, happened_at, state, next_attempt_at
     )
     SELECT $1, $2, $2, 'deleted', $4, $3, CASE $3 WHEN 'retrying' THEN $4::timestamptz + interval '1 day' END
     FROM generate_series(1, $5)`,
    [workspaceId, destinationId, state, t.clock.now(), count],
  );
}

/** The number of deliveries of a destination by state. */
async function statesOf(destinationId: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await t.sql.query<{ state: string; count: number }>(
    `SELECT state, count(*)::integer FROM deliveries WHERE destination_id = $1 GROUP BY state`,
    [destinationId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const untilStates = (destinationId: string, states: Readonly<Record<string, number>>) =>
  eventually(async () => expect(await statesOf(destinationId)).toEqual(states));

test.each([
  [500, 'failing', { dead: BACKLOG + 1 }],
  [410, 'gone', { dead: 1, superseded: BACKLOG }],
])(
  'a receiver with a large backlog that answers %s is disabled: %s',
  async (status, reason, states) => {
    const held: (() => void)[] = [];
    receiver.answer = (response) => held.push(() => response.writeHead(status).end());
    const given = await anOutput(t, receiver.url);
    const { destinationId } = given;
    const now = t.clock.now().getTime();
    await t.sql.query(
      'UPDATE destinations SET failing_since = $2, last_failed_at = $3 WHERE id = $1',
      [destinationId, new Date(now - 5 * DAY_MS), new Date(now - MINUTE_MS)],
    );
    await addDelivery(t, given);
    await eventually(() => expect(held).toHaveLength(1));
    await addBacklog({ ...given, state: 'pending' });

    held[0]!();

    await untilStates(destinationId, states);
    expect(await endedReason(destinationId)).toBe(reason);
    expect(receiver.calls).toHaveLength(1);
  },
);

async function endedReason(destinationId: string): Promise<string | null | undefined> {
  const { rows } = await t.sql.query<{ ended_reason: string | null }>(
    'SELECT ended_reason FROM destinations WHERE id = $1',
    [destinationId],
  );
  return rows[0]?.ended_reason;
}

test('deleting a subscription with a large backlog drops it, and a new one does not get it', async () => {
  const { workspaceId, api, subscribe } = await aWorkspaceOf(t);
  const { body } = await subscribe();
  const destinationId = String(body['id']);
  await addBacklog({ workspaceId, destinationId, state: 'retrying' });

  expect((await api.delete(`/api/subscriptions/${destinationId}`)).status).toBe(200);
  expect(await statesOf(destinationId)).toMatchObject({ superseded: PAGE_ROWS });
  expect((await subscribe()).body['id']).toBe(destinationId);

  expect(await statesOf(destinationId)).toEqual({ superseded: BACKLOG });
});

test('a subscription that is created again while a page of its backlog is settled does not get it', async () => {
  const { workspaceId, subscribe } = await aWorkspaceOf(t);
  const destinationId = String((await subscribe()).body['id']);
  await endDestination(destinationId, 'deleted');
  const count = 2 * PAGE_ROWS + 10;
  await addBacklog({ workspaceId, destinationId, state: 'retrying', count });

  const again = await whilePageIsSettled(destinationId, subscribe);

  expect(again.body['id']).toBe(destinationId);
  expect(await statesOf(destinationId)).toEqual({ superseded: count });
});

async function endDestination(destinationId: string, reason: EndedReason): Promise<void> {
  await t.sql.query('UPDATE destinations SET is_active = false, ended_reason = $2 WHERE id = $1', [
    destinationId,
    reason,
  ]);
}

/** Runs work that waits for a page that is being settled, like the sender does. */
async function whilePageIsSettled<T>(destinationId: string, work: () => Promise<T>): Promise<T> {
  const { working } = await t.sql.transaction(async (tx) => {
    await tx.query('SELECT FROM destinations WHERE id = $1 FOR UPDATE', [destinationId]);
    await settleWaiting(tx, [destinationId]);
    const started = work();
    await untilHeldUp(tx, 1);
    return { working: started };
  });
  return working;
}

test('switching off a channel drops its large backlog for good', async () => {
  const { workspaceId, destinations } = await aWorkspaceOf(t);
  await settle(t, workspaceId, CHANNELS);
  const slack = (await destinations()).find(({ kind }) => kind === 'slack');
  const destinationId = String(slack?.['id']);
  await addBacklog({ workspaceId, destinationId, state: 'retrying' });

  const off = await settle(t, workspaceId, { slackNotificationsEnabled: false });
  expect(off.status).toBe(200);
  expect(await statesOf(destinationId)).toMatchObject({ superseded: PAGE_ROWS });
  await settle(t, workspaceId, { slackNotificationsEnabled: true });

  expect(await statesOf(destinationId)).toEqual({ superseded: BACKLOG });
});

test('a channel that is switched on while a page of its backlog is settled does not get it', async () => {
  const { workspaceId, destinations } = await aWorkspaceOf(t);
  await settle(t, workspaceId, CHANNELS);
  await settle(t, workspaceId, { slackNotificationsEnabled: false });
  const slack = (await destinations()).find(({ kind }) => kind === 'slack');
  const destinationId = String(slack?.['id']);
  const count = 2 * PAGE_ROWS + 10;
  await addBacklog({ workspaceId, destinationId, state: 'retrying', count });

  const on = await whilePageIsSettled(destinationId, () =>
    settle(t, workspaceId, { slackNotificationsEnabled: true }),
  );

  expect(on.status).toBe(200);
  expect(await statesOf(destinationId)).toEqual({ superseded: count });
});

test('switching off several channels drops their backlog in the order in which deliveries are recorded', async () => {
  const { workspaceId, destinations } = await aWorkspaceOf(t);
  await settle(t, workspaceId, CHANNELS);
  const { id: outputId } = await t.submitEvaluated();
  const ids = new Map((await destinations()).map(({ kind, id }) => [kind, String(id)]));
  const add = (kind: string) =>
    addDelivery(t, {
      ...{ workspaceId, destinationId: ids.get(kind)!, outputId, state: 'retrying' },
      nextAttemptAt: new Date(t.clock.now().getTime() + DAY_MS),
    });
  const deliveries = [await add('webhook'), await add('slack')] as const;

  const { settling } = await asDeadlockVictim(t.sql, async (tx) => {
    const lock = (id: string) => tx.query('SELECT FROM deliveries WHERE id = $1 FOR UPDATE', [id]);
    await lock(deliveries[0]);
    const off = { slackNotificationsEnabled: false, webhookEnabled: false };
    const started = settle(t, workspaceId, off);
    await untilHeldUp(tx, 1, 'deliveries');
    await lock(deliveries[1]);
    return { settling: started };
  });

  expect((await settling).status).toBe(200);
  for (const id of deliveries) {
    expect(await deliveryRow(t, id)).toMatchObject({ state: 'superseded' });
  }
});

test('a channel that is disabled for failures during a settings change stays off', async () => {
  const { workspaceId, destinations } = await aWorkspaceOf(t);
  await settle(t, workspaceId, CHANNELS);
  const slackOf = async () => (await destinations()).find(({ kind }) => kind === 'slack');
  const destinationId = String((await slackOf())?.['id']);

  const { working } = await t.sql.transaction(async (tx) => {
    await tx.query(
      `UPDATE destinations SET is_active = false, ended_reason = 'failing' WHERE id = $1`,
      [destinationId],
    );
    const started = settle(t, workspaceId, { notifyOnError: false });
    await untilHeldUp(tx, 1);
    return { working: started };
  });

  expect((await working).status).toBe(200);
  expect(await slackOf()).toMatchObject({ isActive: false, endedReason: 'failing' });
});

test('replays a large number of dead deliveries, except superseded ones', async () => {
  // The receiver hangs, so that nothing is settled during the count.
  receiver.answer = () => undefined;
  const given = await anOutput(t, receiver.url);
  const { destinationId, workspaceId } = given;
  const replaced = await addDelivery(t, { ...given, state: 'dead' });
  await addBacklog({ ...given, state: 'dead' });
  await addDelivery(t, { ...given, event: 'approved', state: 'delivered' });
  const last = await addDelivery(t, { ...given, state: 'dead' });
  const client = await t.as(aPerson(workspaceId));

  const replayed = await client.post('/api/deliveries/replay', { destinationId });

  expect(replayed).toMatchObject({ status: 202, body: { ok: true, count: BACKLOG + 1 } });
  expect(await statesOf(destinationId)).toEqual({
    delivered: 1,
    superseded: 1,
    pending: BACKLOG + 1,
  });
  expect(await deliveryRow(t, replaced)).toMatchObject({ state: 'superseded' });
  expect(await deliveryRow(t, last)).toMatchObject({ state: 'pending' });
  const none = await client.post('/api/deliveries/replay', { destinationId });
  expect(none).toMatchObject({ status: 202, body: { ok: true, count: 0 } });
});

test('a replay enables a destination that was disabled with a large backlog', async () => {
  receiver.answer = () => undefined;
  const given = await anOutput(t, receiver.url);
  const { destinationId, workspaceId } = given;
  await endDestination(destinationId, 'failing');
  await addBacklog({ ...given, state: 'retrying' });
  const client = await t.as(aPerson(workspaceId));

  const replayed = await client.post('/api/deliveries/replay', { destinationId });

  expect(replayed).toMatchObject({ status: 202, body: { ok: true, count: BACKLOG } });
  expect(await statesOf(destinationId)).toEqual({ pending: BACKLOG });
});
