import { newId } from '@output-review/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  type AnswerCall,
  eventually,
  startWebhookReceiver,
  untilHeldUp,
  watchReads,
  type WebhookReceiver,
} from '@output-review/runtime/testing';

import { startReview } from '../service.ts';
import {
  addDelivery,
  addDestination,
  anOutput as anOutputAt,
  untilDelivery,
} from '../../test/delivery-rows.ts';
import { settle } from '../../test/notified-workspaces.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';
import { findDeliveries } from './list.sql.ts';
import { removeDeliveries } from './remove.sql.ts';

const DAY_MS = 86_400_000;

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

afterAll(() => t.stop());

const anOutput = () => anOutputAt(t, receiver.url);
const until = (id: string, wanted: object) => untilDelivery(t, id, wanted);
const failing: AnswerCall = (response) => response.writeHead(500).end();
const DELIVERED = { state: 'delivered' };

test('metrics count waiting, retried and dead deliveries, and attempts by result', async () => {
  const given = await anOutput();
  const held: (() => void)[] = [];
  receiver.answer = (response, call, count) => {
    if (call.body['event'] === 'taught') held.push(() => response.end());
    else failing(response, call, count);
  };
  const attempts = 'output_review_delivery_attempt_duration_seconds_count';
  const happenedAt = new Date(Date.now() - 3_600_000);
  await until(await addDelivery(t, given), { state: 'retrying' });
  const waiting = await addDelivery(t, { ...given, event: 'taught', happenedAt });
  await addDelivery(t, { ...given, event: 'approved', state: 'dead' });
  await eventually(() => expect(held).toHaveLength(1));

  expect(await valueOf('output_review_deliveries{state="pending"}')).toBe(1);
  expect(await valueOf('output_review_deliveries{state="retrying"}')).toBe(1);
  expect(await valueOf('output_review_deliveries{state="dead"}')).toBe(1);
  const age = await valueOf('output_review_deliveries_oldest_age_seconds');
  expect(age).toBeGreaterThanOrEqual(3_600);
  held[0]!();
  await until(waiting, DELIVERED);
  const ofKind = (outcome: string) => `${attempts}{kind="subscription",outcome="${outcome}"}`;
  await eventually(async () => {
    expect(await valueOf(ofKind('failed'))).toBe(1);
    expect(await valueOf(ofKind('delivered'))).toBe(1);
  });
  expect(await valueOf('output_review_deliveries{state="pending"}')).toBe(0);
  expect(await valueOf('output_review_deliveries_oldest_age_seconds')).toBe(0);
});

async function valueOf(series: string): Promise<number> {
  const text = await (await fetch(`${t.review.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length));
}

test('two processes send each delivery once, and those of an output in order', async () => {
  const other = await startReview(t.options);
  try {
    const { workspaceId, destinationId } = await anOutput();
    const held: (() => void)[] = [];
    receiver.answer = (response) => held.push(() => response.end());
    const outputs = Array.from({ length: 10 }, () => aSubmission({ workspaceId }));
    await t.submit(...outputs);
    await t.evaluate(...outputs.map((output) => anEvaluation(output)));
    const ids = [];
    for (const event of ['flagged', 'taught', 'approved'] as const) {
      for (const { id: outputId } of outputs) {
        ids.push(await addDelivery(t, { workspaceId, destinationId, outputId, event }));
      }
    }
    // A lane without a success has one slot per process.
    await eventually(() => expect(held).toHaveLength(2));
    receiver.answer = (response) => response.end();
    held.forEach((answer) => answer());

    for (const id of ids) await until(id, { ...DELIVERED, attempt_count: 1 });
    expect(receiver.calls.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      [...ids].sort(),
    );
    for (const { id } of outputs) {
      const told = receiver.calls
        .filter(({ body }) => body['id'] === id)
        .map(({ body }) => body['event']);
      expect(told).toEqual(['flagged', 'taught', 'approved']);
    }
  } finally {
    await other.stop();
  }
});

test('removes finished deliveries after 30 days with their attempts, and keeps waiting ones', async () => {
  const given = await anOutput();
  receiver.answer = (response, call, count) =>
    call.body['event'] === 'taught' ? failing(response, call, count) : void response.end();
  const over = await addDelivery(t, given);
  const waiting = await addDelivery(t, { ...given, event: 'taught' });
  await until(over, DELIVERED);
  await until(waiting, { state: 'retrying' });
  const listed = async () => {
    const client = await t.as(aPerson(given.workspaceId));
    const { body } = await client.get(`/api/deliveries?logId=${given.outputId}`);
    return (body as { items: { id: string }[] }).items.map(({ id }) => id).sort();
  };
  t.clock.advance(30 * DAY_MS);
  await until(waiting, { state: 'retrying', attempt_count: 2 });
  expect(await listed()).toEqual([over, waiting].sort());

  t.clock.advance(1);

  await eventually(async () => expect(await listed()).toEqual([waiting]));
  const { rows } = await t.sql.query<{ delivery_id: string }>(
    'SELECT DISTINCT delivery_id FROM delivery_attempts WHERE workspace_id = $1',
    [given.workspaceId],
  );
  expect(rows).toEqual([{ delivery_id: waiting }]);
});

test('keeps a delivery that is replayed while it is being removed', async () => {
  const given = await anOutput();
  const happenedAt = new Date(t.clock.now().getTime() - 29 * DAY_MS);
  const old = { ...given, happenedAt, event: 'approved' } as const;
  const replayed = await addDelivery(t, { ...old, state: 'dead' });
  await addDelivery(t, { ...old, state: 'delivered' });
  const left = async () => {
    const { rows } = await t.sql.query<{ id: string }>(
      'SELECT id FROM deliveries WHERE workspace_id = $1',
      [given.workspaceId],
    );
    return rows.map(({ id }) => id);
  };
  await t.sql.transaction(async (tx) => {
    await tx.query(
      `UPDATE deliveries SET state = 'pending', lease_until = 'infinity' WHERE id = $1`,
      [replayed],
    );
    t.clock.advance(2 * DAY_MS);
    await untilHeldUp(tx, 1, 'DELETE FROM deliveries');
  });

  await eventually(async () => expect(await left()).toEqual([replayed]));
});

test('removes finished deliveries behind a thousand waiting ones', async () => {
  const workspaceId = newId();
  const now = t.clock.now();
  await t.sql.query(
    `INSERT INTO destinations (id, workspace_id, kind, source, url_key, events, created_at)
     VALUES ($1, $1, 'subscription', 'api', '', '{}', now())`,
    [workspaceId],
  );
  await t.sql.query(
    `INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, state, next_attempt_at)
     SELECT $1, $1, $1, 'flagged', $2::timestamptz - CASE WHEN n <= 1001 THEN interval '10 days' ELSE interval '1 day' END,
       CASE WHEN n <= 1000 THEN 'retrying' ELSE 'delivered' END,
       CASE WHEN n <= 1000 THEN '2100-01-01'::timestamptz END
     FROM generate_series(1, 1002) AS n ORDER BY n`,
    [workspaceId, now],
  );

  const before = new Date(now.getTime() - 5 * DAY_MS);
  await removeDeliveries(t.sql, before, new AbortController().signal);

  const { rows } = await t.sql.query(
    `SELECT state, count(*)::int AS n FROM deliveries WHERE workspace_id = $1
     GROUP BY state ORDER BY state`,
    [workspaceId],
  );
  expect(rows).toEqual([
    { state: 'delivered', n: 1 },
    { state: 'retrying', n: 1_000 },
  ]);
});

test('lists deliveries by a non-final state without reading delivered ones', async () => {
  const workspaceId = newId();
  await t.sql.query(
    `INSERT INTO destinations (id, workspace_id, kind, source, url_key, events, created_at)
     SELECT $1 || n, $1, 'subscription', 'api', n, '{}', now() FROM generate_series(0, 99) AS n`,
    [workspaceId],
  );
  await t.sql.query(
    `INSERT INTO deliveries (workspace_id, destination_id, lane, event, happened_at, state)
     SELECT $1, $1 || n % 100, n % 100, 'flagged', now(), CASE WHEN n <= 500 THEN 'dead' ELSE 'delivered' END
     FROM generate_series(1, 5000) AS n`,
    [workspaceId],
  );
  await t.sql.query('ANALYZE deliveries, destinations');
  const { reads, query } = watchReads(t.sql);
  const request = { workspaceId, state: 'dead', page: 1, limit: 10 } as const;

  const { total, deliveries } = await findDeliveries({ query }, t.encryptor, request);

  expect([total, deliveries.length]).toEqual([500, 10]);
  expect(Math.max(...reads)).toBe(500);
});

test('sends a test at once and only once, and shows the response; callbacks have no address', async () => {
  const { workspaceId, destinationId } = await anOutput();
  const callbacks = await addDestination(t, { workspaceId, url: receiver.url, kind: 'callbacks' });
  const client = await t.as(aPerson(workspaceId));
  receiver.answer = (response, _call, count) =>
    count === 1 ? void response.end('Thanks.') : void response.writeHead(500).end('No\0');

  const one = await client.post(`/api/destinations/${destinationId}/test`);
  const next = await client.post(`/api/destinations/${destinationId}/test`);

  const common = { destinationId, event: 'test', logId: null, attemptCount: 1 };
  expect(one).toMatchObject({
    status: 200,
    body: { ...common, state: 'delivered', attempts: [{ status: 200, answer: 'Thanks.' }] },
  });
  expect(next).toMatchObject({
    status: 200,
    body: { ...common, state: 'dead', nextAttemptAt: null, attempts: [{ answer: 'No\uFFFD' }] },
  });
  expect(receiver.calls.map(({ body }) => body['type'])).toEqual(['output.test', 'output.test']);
  // A test is never retried, so it does not count as replayable. Nor does its failure count.
  const listed = await client.get('/api/destinations');
  const counted = expect.objectContaining({ id: destinationId, dead: 0, failingSince: null });
  expect(listed.body).toMatchObject({ items: expect.arrayContaining([counted]) });
  const replayed = await client.post('/api/deliveries/replay', { destinationId });
  expect(replayed.body).toEqual({ ok: true, count: 0 });
  const refused = await client.post(`/api/destinations/${callbacks}/test`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('neither tests nor replays reach a deleted subscription or a channel without an address', async () => {
  const { workspaceId, destinationId: deleted } = await anOutput();
  await settle(t, workspaceId, { notificationEmail: 'a@b.example' });
  const client = await t.as(aPerson(workspaceId, 'admin'));
  const { body } = await client.get('/api/destinations');
  const { items } = body as { items: { id: string; kind: string }[] };
  const email = items.find(({ kind }) => kind === 'email')!.id;
  await t.sql.query(
    "UPDATE destinations SET is_active = false, ended_reason = 'failing' WHERE id = $1",
    [email],
  );
  await client.delete(`/api/subscriptions/${deleted}`);
  await settle(t, workspaceId, { notificationEmail: null });

  for (const destinationId of [deleted, email]) {
    const missing = { status: 404, body: { code: 'NOT_FOUND' } };
    expect(await client.post(`/api/destinations/${destinationId}/test`)).toMatchObject(missing);
    const replay = client.post('/api/deliveries/replay', { destinationId });
    expect(await replay).toMatchObject(missing);
  }

  expect(receiver.calls).toEqual([]);
  expect((await settle(t, workspaceId, {})).body).toMatchObject({
    emailNotificationsEnabled: false,
  });
});

test('deliveries and destinations of another workspace are not found', async () => {
  const { destinationId, ...given } = await anOutput();
  const id = await addDelivery(t, { ...given, destinationId });
  await until(id, DELIVERED);
  const outsider = await t.as(aPerson(newId(), 'admin'));

  const answers = [
    await outsider.get(`/api/deliveries/${id}`),
    await outsider.post(`/api/deliveries/${id}/replay`),
    await outsider.post('/api/deliveries/replay', { destinationId }),
    await outsider.post(`/api/destinations/${destinationId}/test`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const { body } = await outsider.get(`/api/deliveries?destinationId=${destinationId}`);
  expect(body).toMatchObject({ items: [], total: 0 });
  expect(receiver.calls).toHaveLength(1);
});

test('the timeline shows when a callback first failed, was given up and succeeded; deletion removes its URL', async () => {
  const callbackUrlSealed = t.encryptor.seal(receiver.url);
  const submission = aSubmission({ callbackUrlSealed, callbackEvents: 'all' });
  const { workspaceId, id } = submission;
  receiver.answer = (response, _call, count) =>
    response.writeHead([4, 6].includes(count) ? 200 : 500).end();
  await t.submit(submission);
  // Deliveries of older results are removed as soon as they are given up.
  await t.evaluate(anEvaluation(submission, { evaluatedAt: t.clock.now().toISOString() }));
  await attemptsOf(workspaceId, 1);
  t.clock.advance(10_000);
  await attemptsOf(workspaceId, 2);
  const lastTry = 'UPDATE deliveries SET attempt_count = 9 WHERE workspace_id = $1';
  await t.sql.query(lastTry, [workspaceId]);
  t.clock.advance(10 * 60_000);
  await attemptsOf(workspaceId, 3);
  const client = await t.as(aPerson(workspaceId));
  const { body } = await client.get('/api/deliveries?state=dead');
  const [dead] = (body as { items: { id: string }[] }).items;
  await client.post(`/api/deliveries/${dead?.id}/replay`);
  await attemptsOf(workspaceId, 4);

  const timeline = await client.get(`/api/logs/${id}/timeline`);
  const told = (timeline.body as { events: { stage: string; detail: string }[] }).events
    .filter(({ stage }) => stage.startsWith('callback'))
    .map(({ stage, detail }) => [stage, detail]);
  expect(told).toEqual([
    ['callback failed', 'pass: The response was 500. It will be retried.'],
    ['callback failed', 'pass: The response was 500. It will not be retried.'],
    ['callback delivered', 'pass: 200'],
  ]);

  await client.delete(`/api/logs/${id}`);
  await attemptsOf(workspaceId, 5);
  t.clock.advance(10_000);
  await attemptsOf(workspaceId, 6);
  const left = await t.sql.query('SELECT detail FROM timeline WHERE output_id = $1', [id]);
  expect(left.rows).toEqual([]);
  const { rows } = await t.sql.query(
    'SELECT event, callback_url_sealed FROM deliveries WHERE workspace_id = $1 ORDER BY n',
    [workspaceId],
  );
  expect(rows).toEqual([
    { event: 'pass', callback_url_sealed: null },
    { event: 'deleted', callback_url_sealed: null },
  ]);
});

test('callbacks that fail for five days stay on: each output has its own receiver', async () => {
  receiver.answer = failing;
  const callbackUrlSealed = t.encryptor.seal(receiver.url);
  const { workspaceId } = await t.submitEvaluated('pass', { callbackUrlSealed });
  await attemptsOf(workspaceId, 1);
  const ofWorkspace = 'WHERE workspace_id = $1';
  await t.sql.query(
    `UPDATE destinations SET failing_since = failing_since - interval '5 days' ${ofWorkspace}`,
    [workspaceId],
  );
  t.clock.advance(60_000);
  await attemptsOf(workspaceId, 2);

  const { rows } = await t.sql.query(`SELECT is_active FROM destinations ${ofWorkspace}`, [
    workspaceId,
  ]);
  expect(rows).toEqual([{ is_active: true }]);
});

/** Waits until that many attempts in a workspace were recorded. */
const attemptsOf = (workspaceId: string, count: number) =>
  eventually(async () => {
    const { rows } = await t.sql.query('SELECT FROM delivery_attempts WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(rows).toHaveLength(count);
  });
