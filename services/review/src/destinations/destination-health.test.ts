import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import {
  eventually,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import {
  addDelivery,
  anOutput as anOutputAt,
  deliveryRow,
  untilDelivery,
} from '../../test/delivery-rows.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';
import { settle } from '../../test/notified-workspaces.ts';
import { startReview } from '../service.ts';
import { nextDigest } from './digest-items.sql.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

const anOutput = (options?: Parameters<typeof anOutputAt>[2]) =>
  anOutputAt(t, receiver.url, options);
const until = (id: string, wanted: object) => untilDelivery(t, id, wanted);

const DELIVERED = { state: 'delivered' };

test('410 disables a subscription and drops what waits there', async () => {
  const given = await anOutput();
  receiver.answer = (response, _call, count) => {
    response.statusCode = count === 1 ? 500 : 410;
    response.end();
  };
  const waiting = await addDelivery(t, given);
  await until(waiting, { state: 'retrying' });
  const gone = await addDelivery(t, { ...given, event: 'approved' });

  await until(gone, { state: 'dead', last_status: 410 });

  await until(waiting, { state: 'superseded', next_attempt_at: null });
  expect(await destinationRow(given.destinationId)).toMatchObject({
    ...{ is_active: false, ended_reason: 'gone' },
  });
  const client = await t.as(aPerson(given.workspaceId));
  const again = await client.post(`/api/deliveries/${gone}/replay`);
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('410 from the webhook of a workspace is an ordinary failure', async () => {
  const given = await anOutput({ kind: 'webhook' });
  receiver.answer = (response) => response.writeHead(410).end();

  await until(await addDelivery(t, given), { state: 'retrying', last_status: 410 });
});

async function destinationRow(id: string) {
  const { rows } = await t.sql.query<{
    is_active: boolean;
    ended_reason: string | null;
    failing_since: Date | null;
  }>('SELECT is_active, ended_reason, failing_since FROM destinations WHERE id = $1', [id]);
  return rows[0]!;
}

test('a newer delivery waits only for the first attempt of the older one of its output', async () => {
  const given = await anOutput();
  const held: (() => void)[] = [];
  receiver.answer = (response, { body }) => {
    const refuse = () => response.writeHead(503).end();
    if (body['event'] === 'flagged') held.push(refuse);
    else response.end();
  };
  const older = await addDelivery(t, given);
  const newer = await addDelivery(t, { ...given, event: 'taught' });
  const other = await addDelivery(t, { ...given, ...(await another(given.workspaceId)) });
  await eventually(() => expect(held).toHaveLength(1));
  await until(older, { state: 'pending', attempt_count: 0 });
  await until(newer, { state: 'pending', attempt_count: 0 });

  held[0]!();

  await until(older, { state: 'retrying', attempt_count: 1 });
  await until(newer, DELIVERED);
  await eventually(() => expect(held).toHaveLength(2));
  held[1]!();
  await until(other, { state: 'retrying' });
});

async function another(workspaceId: string): Promise<{ outputId: string }> {
  const submission = aSubmission({ workspaceId });
  await t.submit(submission);
  await t.evaluate(anEvaluation(submission));
  return { outputId: submission.id };
}

test('a delivery that a decision superseded in flight is not retried', async () => {
  const given = await anOutput();
  const held: (() => void)[] = [];
  receiver.answer = (response, { body }) => {
    if (body['event'] === 'flagged') held.push(() => response.writeHead(500).end());
    else response.end();
  };
  const flagged = await addDelivery(t, given);
  await eventually(() => expect(held).toHaveLength(1));
  const approved = await addDelivery(t, { ...given, event: 'approved' });

  held[0]!();

  await until(flagged, { state: 'superseded', attempt_count: 1, next_attempt_at: null });
  await until(approved, DELIVERED);
});

test('a delivery of an output that was deleted in flight is not retried and keeps no text', async () => {
  const given = await anOutput();
  const held: (() => void)[] = [];
  receiver.answer = (response, { text }) => held.push(() => response.writeHead(500).end(text));
  const flagged = await addDelivery(t, { ...given, words: { explanation: 'Says too much.' } });
  await eventually(() => expect(held).toHaveLength(1));
  held[0]!();
  await until(flagged, { state: 'retrying', attempt_count: 1 });
  const client = await t.as(aPerson(given.workspaceId));
  const shown = async () => (await client.get(`/api/deliveries/${flagged}`)).body;
  const answer = expect.stringContaining('Says too much.') as unknown;
  expect(await shown()).toMatchObject({ attempts: [{ status: 500, answer }] });
  t.clock.advance(MINUTE_MS);
  await eventually(() => expect(held).toHaveLength(2));
  expect((await client.delete(`/api/logs/${given.outputId}`)).status).toBe(200);

  held[1]!();

  await until(flagged, { state: 'superseded', attempt_count: 2 });
  expect(await shown()).toMatchObject({ logId: given.outputId, body: null });
  const emptied = { status: 500, answer: null };
  expect(await shown()).toMatchObject({ attempts: [emptied, emptied] });
  expect((await client.post(`/api/deliveries/${flagged}/replay`)).status).toBe(409);
});

test('a destination that failed for five days is disabled, and its waiting deliveries are dead', async () => {
  const given = await anOutput();
  receiver.answer = (response) => response.writeHead(500).end();
  const published = t.published.length;
  const since = t.clock.now();
  const first = await addDelivery(t, given);
  await until(first, { state: 'retrying', attempt_count: 1 });

  const ids = [first];
  for (let day = 1; day < 5; day += 1) {
    t.clock.advance(DAY_MS);
    const id = await addDelivery(t, { ...given, event: 'taught' });
    await eventually(async () => expect((await deliveryRow(t, id)).attempt_count).toBe(1));
    expect((await destinationRow(given.destinationId)).is_active).toBe(true);
    ids.push(id);
  }
  t.clock.advance(DAY_MS);

  await eventually(async () =>
    expect(await destinationRow(given.destinationId)).toMatchObject({
      ...{ is_active: false, ended_reason: 'failing' },
    }),
  );
  for (const id of ids) await until(id, { state: 'dead' });
  await eventually(() =>
    expect(t.published.slice(published).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        ...{ workspaceId: given.workspaceId, destinationId: given.destinationId },
        ...{ address: new URL(receiver.url).origin, failingSince: since.toISOString() },
      }),
    ),
  );

  const client = await t.as(aPerson(given.workspaceId));
  const switchedOff = async (reason = 'failing') =>
    (await client.get(`/api/destinations?endedReason=${reason}`)).body;
  expect(await switchedOff()).toMatchObject({ total: 1, items: [{ id: given.destinationId }] });
  expect(await switchedOff('gone')).toMatchObject({ total: 0, items: [] });

  receiver.answer = (response) => response.end();
  const one = await client.post(`/api/deliveries/${ids[0]}/replay`);
  expect(one).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  const { destinationId } = given;
  const from = new Date(since.getTime() + 1).toISOString();
  const all = await client.post('/api/deliveries/replay', { destinationId, since: from });
  expect(all).toMatchObject({ status: 202, body: { ok: true, count: 4 } });
  for (const id of ids.slice(1)) await until(id, { state: 'delivered', attempt_count: 1 });
  expect(await deliveryRow(t, ids[0]!)).toMatchObject({ state: 'dead' });
  expect(await destinationRow(destinationId)).toMatchObject({
    is_active: true,
    failing_since: null,
  });
  expect(await switchedOff()).toMatchObject({ total: 0, items: [] });
}, 60_000);

test.each([
  ['another URL', '/b', true],
  ['the same URL', '/a', false],
])(
  'a channel that failed for four days and is given %s (%s) is enabled a day later: %s',
  async (_, path, isActive) => {
    receiver.answer = (response) => response.writeHead(500).end();
    const workspaceId = newId();
    const give = (at: string) =>
      settle(t, workspaceId, {
        ...{ slackWebhookUrl: `${receiver.url}${at}`, slackNotificationsEnabled: true },
        // Changes the settings in either case.
        notifyOnError: at === '/b',
      });
    await give('/a');
    await t.submitEvaluated('fail', { workspaceId });
    const { rows } = await t.sql.query<{ id: string; destination_id: string }>(
      'SELECT id, destination_id FROM deliveries WHERE workspace_id = $1',
      [workspaceId],
    );
    const { id, destination_id: destinationId } = rows[0]!;
    await until(id, { attempt_count: 1 });
    for (let day = 1; day < 5; day += 1) {
      t.clock.advance(DAY_MS);
      await until(id, { attempt_count: day + 1 });
    }

    expect((await give(path)).status).toBe(200);
    t.clock.advance(DAY_MS);

    await until(id, { attempt_count: 6 });
    expect(await destinationRow(destinationId)).toMatchObject({ is_active: isActive });
  },
);

test.each(['slack', 'subscription'] as const)(
  'a replay of dead deliveries of a %s leaves out requests for decisions made meanwhile',
  async (kind) => {
    const given = await anOutput({ kind });
    const dead = (event: 'flagged' | 'error' | 'escalated') =>
      addDelivery(t, { ...given, event, state: 'dead' });
    const [flagged, error, escalated] = [
      await dead('flagged'),
      await dead('error'),
      await dead('escalated'),
    ];
    t.clock.advance(SECOND_MS);
    const client = await t.as(aPerson(given.workspaceId));
    await client.patch(`/api/logs/${given.outputId}/decision`, { decision: 'rejected' });
    // A channel gets no decision events.
    if (kind === 'subscription') {
      await addDelivery(t, { ...given, event: 'rejected', state: 'delivered' });
    }
    t.clock.advance(SECOND_MS);
    const later = await dead('flagged');

    const { destinationId } = given;
    const replayed = await client.post('/api/deliveries/replay', { destinationId });

    // For a channel, an escalation also requests a decision. A subscriber to escalations gets the event itself.
    const isCall = kind === 'slack';
    expect(replayed.body).toEqual({ ok: true, count: isCall ? 1 : 2 });
    for (const id of [flagged, error]) await until(id, { state: 'superseded' });
    await until(escalated, isCall ? { state: 'superseded' } : DELIVERED);
    await until(later, DELIVERED);
  },
);

test.each([
  ['slack', 'superseded'],
  ['subscription', 'delivered'],
] as const)(
  'when a flagged output passes a new evaluation, its waiting and dead deliveries to a %s end as %s',
  async (kind, state) => {
    const given = await anOutput({ kind });
    receiver.answer = (response) => response.writeHead(500).end();
    const waiting = await addDelivery(t, given);
    await until(waiting, { state: 'retrying' });
    const dead = await addDelivery(t, { ...given, state: 'dead' });
    const client = await t.as(aPerson(given.workspaceId));
    await client.post(`/api/logs/${given.outputId}/evaluate`);
    t.clock.advance(SECOND_MS);
    const evaluatedAt = t.clock.now().toISOString();
    await t.evaluate(anEvaluation(given.submission, { run: 2, evaluatedAt }));
    receiver.answer = (response) => response.end();

    t.clock.advance(MINUTE_MS);
    const { destinationId } = given;
    await client.post('/api/deliveries/replay', { destinationId });

    await until(waiting, { state });
    await until(dead, { state });
  },
);

test.each([
  ['2026-01-10T09:00:00Z', '2026-07-01T08:30:00Z', '2026-07-01T09:00:00.000Z'],
  ['2026-07-01T09:00:00Z', '2027-01-10T09:30:00Z', '2027-01-11T09:00:00.000Z'],
])(
  'a daily digest since %s keeps its time of day after %s, when clocks change',
  async (from, at, next) => {
    await t.sql.transaction(async (tx) => {
      await tx.query(`SET LOCAL timezone = 'Europe/Berlin'`);
      const { rows } = await tx.query<{ next: Date }>(
        `SELECT ${nextDigest('$2::timestamptz')} AS next
       FROM (SELECT $1::timestamptz AS digest_from, 'P1D' AS digest) AS d`,
        [from, at],
      );
      expect(rows[0]?.next.toISOString()).toBe(next);
    });
  },
);

test('a success in between restarts the five days, and so does a pause', async () => {
  const given = await anOutput();
  // Failed deliveries are retried as the clock advances, alongside new ones: none may fail after the success.
  let isUp = false;
  receiver.answer = (response) => response.writeHead(isUp ? 200 : 500).end();
  const failing = async () => {
    isUp = false;
    const id = await addDelivery(t, { ...given, event: 'taught' });
    await eventually(async () => expect((await deliveryRow(t, id)).attempt_count).toBe(1));
    return (await destinationRow(given.destinationId)).failing_since;
  };
  const first = await failing();
  expect(first).toEqual(t.clock.now());

  isUp = true;
  t.clock.advance(DAY_MS);
  await until(await addDelivery(t, { ...given, event: 'approved' }), DELIVERED);
  expect((await destinationRow(given.destinationId)).failing_since).toBeNull();
  const second = await failing();
  expect(second).toEqual(t.clock.now());

  t.clock.advance(20 * DAY_MS);
  expect(await failing()).toEqual(t.clock.now());
  expect((await destinationRow(given.destinationId)).is_active).toBe(true);
}, 30_000);

test('a restart during a delivery to a channel repeats no request for a decision that was made meanwhile', async () => {
  const own = await startTestReview();
  const given = await anOutputAt(own, receiver.url, { kind: 'slack' });
  const next = aSubmission({ workspaceId: given.workspaceId });
  await own.submit(next);
  await own.evaluate(anEvaluation(next));
  let isHeld = true;
  receiver.answer = (response) => {
    if (!isHeld) response.end();
  };
  const flagged = await addDelivery(own, given);
  await eventually(() => expect(receiver.calls).toHaveLength(1));
  const client = await own.as(aPerson(given.workspaceId));
  const decided = await client.patch(`/api/logs/${given.outputId}/decision`, {
    decision: 'rejected',
  });
  expect(decided.status).toBe(200);
  // Stopped while it still waits for the response.
  await own.review.stop();
  isHeld = false;
  const restarted = await startReview(own.options);
  // Behind it in the same lane.
  const later = await addDelivery(own, { ...given, outputId: next.id });
  await untilDelivery(own, later, DELIVERED);

  expect(await deliveryRow(own, flagged)).toMatchObject({ state: 'superseded', attempt_count: 0 });
  expect(receiver.calls).toHaveLength(2);
  await restarted.stop();
  await own.stop();
});
