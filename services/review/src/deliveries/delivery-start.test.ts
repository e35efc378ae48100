import { expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';
import { startWebhookReceiver, untilHeldUp, watchReads } from '@output-review/runtime/testing';

import { addDelivery, anOutput, untilDelivery } from '../../test/delivery-rows.ts';
import { startTestReview } from '../../test/test-review.ts';
import { startReview } from '../service.ts';
import { releaseAllDeliveries } from './claim.sql.ts';

test('what waits while the service has no address yet goes out as soon as it has one', async () => {
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

  // The clock stands still, so that no claim ends by itself.
  await untilDelivery(starting, id, { state: 'delivered', attempt_count: 1 });
  await starting.stop();
});

test('what another process has claimed meanwhile is sent by that alone', async () => {
  await using receiver = await startWebhookReceiver();
  const t = await startTestReview();
  const given = await anOutput(t, receiver.url);
  const nextAttemptAt = new Date(t.clock.now().getTime() + 1_000);
  const id = await addDelivery(t, { ...given, state: 'retrying', nextAttemptAt });
  const other = await startReview(t.options);
  await t.sql.transaction(async (tx) => {
    await tx.query('LOCK TABLE names IN ACCESS EXCLUSIVE MODE');
    const untilReading = (count: number) => untilHeldUp(tx, count, 'body.action, body.metadata');
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

test('what was old news when its sender was killed holds up nothing once the process is back', async () => {
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

  // The clock stands still, so that no claim ends by itself.
  await untilDelivery(killed, decided, { state: 'delivered' });
  await untilDelivery(killed, sending, { state: 'superseded', attempt_count: 0 });
  await restarted.stop();
  await killed.stop();
});

test('what a killed process had claimed is taken back without reading what is over', async () => {
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
