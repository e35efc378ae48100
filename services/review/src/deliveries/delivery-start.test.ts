import { expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { openDatabase } from '@output-review/runtime';
import {
  silentLog,
  startWebhookReceiver,
  untilHeldUp,
  watchReads,
} from '@output-review/runtime/testing';

import { addDelivery, anOutput, untilDelivery } from '../../test/delivery-rows.ts';
import { startTestReview } from '../../test/test-review.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { startReview } from '../service.ts';
import type { DeliveryAttempts } from './attempts.ts';
import { listLanes, releaseAllDeliveries, releaseDeliveries } from './claim.sql.ts';
import { DeliverySender } from './sender.ts';

test('sends waiting deliveries as soon as the service has an address', async () => {
  let asked = 0;
  await using receiver = await startWebhookReceiver();
  const starting = await startTestReview({
    publicUrl: () => {
      asked += 1;
      if (asked <= 5) throw new AppError('UNAVAILABLE', 'The gateway service is still starting.');
      return 'https://reviews.example.com';
    },
  });
  const { workspaceId, destinationId, outputId } = await anOutput(starting, receiver.url);

  const id = await addDelivery(starting, {
    ...{ workspaceId, destinationId, outputId, event: 'approved' },
  });

  // The clock stands still, so no lease expires.
  await untilDelivery(starting, id, { state: 'delivered', attempt_count: 1 });
  await starting.stop();
});

test('leaves deliveries that another process has claimed to that process', async () => {
  await using receiver = await startWebhookReceiver();
  const t = await startTestReview();
  const given = await anOutput(t, receiver.url);
  const nextAttemptAt = new Date(t.clock.now().getTime() + 1_000);
  const id = await addDelivery(t, { ...given, state: 'retrying', nextAttemptAt });
  const other = await startReview(t.options);
  await t.sql.transaction(async (tx) => {
    await tx.query('LOCK TABLE names IN ACCESS EXCLUSIVE MODE');
    const untilReading = (count: number) =>
      untilHeldUp(tx, count, '"requireApproval", body.metadata');
    t.clock.advance(1_000);
    await untilReading(1);
    t.clock.advance(30_000);
    await untilReading(2);
  });
  await untilDelivery(t, id, { state: 'delivered', attempt_count: 1 });
  await other.stop();
  await t.review.stop();

  expect(receiver.calls).toHaveLength(1);
  await t.stop();
});

test('after a kill, a delivery that was superseded in flight blocks nothing once the process is back', async () => {
  await using receiver = await startWebhookReceiver();
  const killed = await startTestReview();
  const given = await anOutput(killed, receiver.url);
  await killed.review.stop();
  const leaseUntil = new Date(killed.clock.now().getTime() + 30_000);
  const sending = await addDelivery(killed, { ...given, state: 'superseded' });
  await killed.sql.query('UPDATE deliveries SET lease_until = $2 WHERE id = $1', [
    ...[sending, leaseUntil],
  ]);
  const decided = await addDelivery(killed, { ...given, event: 'approved' });

  const restarted = await startReview({ ...killed.options, isSingleInstance: true });

  // The clock stands still, so no lease expires.
  await untilDelivery(killed, decided, { state: 'delivered' });
  await untilDelivery(killed, sending, { state: 'superseded', attempt_count: 0 });
  await restarted.stop();
  await killed.stop();
});

test('releases the claims of a killed process without reading finished deliveries', async () => {
  await using receiver = await startWebhookReceiver();
  const t = await startTestReview();
  const given = await anOutput(t, receiver.url);
  const id = await addDelivery(t, { ...given, state: 'superseded' });
  await t.sql.query(
    `INSERT INTO deliveries (workspace_id, destination_id, lane, output_id, event, happened_at, state)
     SELECT workspace_id, destination_id, lane, output_id, event, happened_at, 'delivered'
     FROM deliveries, generate_series(1, 5000) WHERE id = $1`,
    [id],
  );
  await t.sql.query('UPDATE deliveries SET lease_until = now() WHERE id = $1', [id]);
  await t.sql.query('ANALYZE deliveries');
  const sql = watchReads(t.sql);

  await releaseAllDeliveries(sql);

  expect(Math.max(...sql.reads)).toBeLessThan(100);
  const { rows } = await t.sql.query('SELECT FROM deliveries WHERE lease_until IS NOT NULL');
  expect(rows).toEqual([]);
  await t.stop();
});

test('a process that stops releases its deliveries in the order in which others lock them', async () => {
  const t = await startTestReview();
  const given = await anOutput(t, 'https://receiver.example.com');
  await t.review.stop();
  const [first, second] = [await addDelivery(t, given), await addDelivery(t, given)];
  const leaseUntil = t.clock.now();
  await t.sql.query('UPDATE deliveries SET lease_until = $1', [leaseUntil]);
  const stopping = await openDatabase({
    ...{ url: t.database.urlOf('review'), schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });

  const released = await t.sql.transaction(async (tx) => {
    const lock = 'SELECT FROM deliveries WHERE id = $1 FOR UPDATE NOWAIT';
    await tx.query(lock, [first]);
    const releasing = releaseDeliveries(
      stopping,
      [second, first].map((id) => ({ id, leaseUntil })),
    );
    await untilHeldUp(tx, 1, 'lease_until = NULL');
    await tx.query(lock, [second]);
    return { releasing };
  });
  await released.releasing;

  const { rows } = await t.sql.query('SELECT FROM deliveries WHERE lease_until IS NOT NULL');
  expect(rows).toEqual([]);
  await stopping.close();
  await t.stop();
});

test('lists the lanes with something to send without those whose retries wait', async () => {
  const t = await startTestReview();
  const { workspaceId, destinationId } = await anOutput(t, 'https://receiver.example.com');
  await t.review.stop();
  const at = t.clock.now();
  const add = (lanes: string, state: string, nextAttemptAt: Date | null) =>
    t.sql.query(
      `INSERT INTO deliveries (
         workspace_id, destination_id, lane, event, happened_at, state, next_attempt_at
       ) SELECT $1, $2, lane, 'flagged', now(), $3, $4 FROM (${lanes}) AS of_test (lane)`,
      [workspaceId, destinationId, state, nextAttemptAt],
    );
  await add(
    `SELECT 'waiting' || n FROM generate_series(1, 3000) n`,
    'retrying',
    new Date(at.getTime() + 1_000),
  );
  await add(`SELECT unnest(ARRAY['due', 'x'])`, 'retrying', at);
  await add(`SELECT unnest(ARRAY['a', 'due', 'y'])`, 'pending', null);
  await t.sql.query('ANALYZE deliveries');
  const sql = watchReads(t.sql);
  const list = (after: string, limit: number) => listLanes(sql, { after, limit, at });

  expect(await list('', 256)).toEqual(['a', 'due', 'x', 'y']);
  expect(await list('a', 2)).toEqual(['due', 'x']);
  expect(Math.max(...sql.reads)).toBeLessThan(100);
  await add(`SELECT 'due' || n FROM generate_series(1, 300) n`, 'retrying', at);
  expect(await list('due', 300)).toHaveLength(300);
  expect(await list('x', 256)).toEqual(['y']);
  await t.stop();
});

test('a lane behind hundreds of lanes with hanging receivers gets its turn as soon as one of them ends', async () => {
  const t = await startTestReview();
  const { workspaceId, destinationId } = await anOutput(t, 'https://receiver.example.com');
  await t.review.stop();
  await t.sql.query(
    `INSERT INTO deliveries (
       workspace_id, destination_id, lane, event, happened_at, state, attempt_count, next_attempt_at
     )
     SELECT $1, $2, lane, 'flagged', now(), state, attempts, next_attempt_at
     FROM (
       SELECT 'a' || n, 'pending', 0, NULL::timestamptz FROM generate_series(1, 256) AS n
       UNION ALL SELECT 'last', 'pending', 0, NULL
       UNION ALL SELECT 'last', 'retrying', 1, $3
     ) AS one (lane, state, attempts, next_attempt_at), generate_series(1, 4)`,
    [workspaceId, destinationId, t.clock.now()],
  );
  const tried: string[] = [];
  const hanging: (() => void)[] = [];
  const make: DeliveryAttempts['make'] = ({ lane, attemptCount }) => {
    tried.push(lane === 'last' ? `last, tried ${attemptCount} times` : 'another');
    return new Promise((end) => hanging.push(() => end(null)));
  };
  const sender = new DeliverySender({
    ...{ db: t.sql, encryptor: t.encryptor, clock: t.clock, log: silentLog, attempts: { make } },
    ...{ isSingleInstance: false, onFree: () => {} },
  });
  const { signal } = new AbortController();
  await sender.begin(signal);
  expect(tried).toHaveLength(32);
  // No delivery has ended yet, so this turn finds nothing.
  await sender.begin(signal);
  tried.length = 0;

  for (let n = 0; n < 4; n += 1) {
    hanging.pop()?.();
    await sender.begin(signal);
  }

  // Lanes before it keep their turns, and so do first attempts and retries.
  expect(tried.toSorted()).toEqual([
    'another',
    'another',
    'last, tried 0 times',
    'last, tried 1 times',
  ]);
  hanging.forEach((end) => end());
  await sender.stop();
  await t.stop();
});
