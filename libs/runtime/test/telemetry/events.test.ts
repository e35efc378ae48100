import { expect, test } from '@jest/globals';

import { OutboxRelay } from '../../src/messaging/outbox/outbox-relay.ts';
import { addToOutbox, makeOutboxStore } from '../../src/messaging/outbox/outbox-table.ts';
import { watchRelay } from '../../src/messaging/outbox/start-relay.ts';
import { watchDeadLetters } from '../../src/messaging/dead-letters.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { useConsumer } from '../messaging/consumer-fixture.ts';
import { anEvent, someEvents } from '../messaging/sample-events.ts';
import { samplesOf, untracedTelemetry } from './telemetry-fixture.ts';

const { db, bus, group, consume, apply } = useConsumer();

test('counts handled and dead-lettered events, and measures delay and batches', async () => {
  const telemetry = await untracedTelemetry();
  watchDeadLetters(telemetry.metrics, db());
  consume(apply, { telemetry });

  await bus().send([...someEvents(3), anEvent({ json: 'not JSON' })]);

  const labels = `topic="outputs.deleted",group="${group()}"`;
  const of = (name: string) => samplesOf(telemetry, `output_review_${name}`);
  expect(await of('events_handled_total')).toEqual([
    `{${labels},outcome="handled"} 3`,
    `{${labels},outcome="set_aside"} 1`,
  ]);
  expect(await of('event_batch_duration_seconds_count')).toHaveLength(1);
  // The fake clock is some minutes ahead of the events.
  expect(await of('event_delay_seconds_count')).toHaveLength(1);
  expect(await of('consumer_lag_events')).toEqual([`{${labels}} 0`]);
  expect(await of('dead_letters_open')).toContainEqual(`{${labels},code="UNDECODABLE"} 1`);
});

test('events that wait for a paused consumer count as its lag', async () => {
  const telemetry = await untracedTelemetry();
  const consumer = consume(apply, { telemetry });
  await consumer.pause();

  const sending = bus().send(someEvents(5));

  const labels = `topic="outputs.deleted",group="${group()}"`;
  expect(await samplesOf(telemetry, 'output_review_consumer_lag_events')).toEqual([
    `{${labels}} 5`,
  ]);
  consumer.resume();
  await sending;
});

test('an outbox exports its waiting rows, their age, and the events in flight and sent', async () => {
  const telemetry = await untracedTelemetry();
  await db().query('TRUNCATE outbox');
  await db().transaction((tx) => addToOutbox(tx, someEvents(4)));
  await db().query(`UPDATE outbox SET created_at = now() - interval '90 seconds'`);
  const relay = new OutboxRelay({
    ...{ store: makeOutboxStore(db()), bus: bus(), log: silentLog, clock: new FakeClock() },
    telemetry,
  });
  watchRelay(telemetry.metrics, { outbox: 'changes', relay });
  const of = (name: string) => samplesOf(telemetry, `output_review_${name}`);
  expect(await of('outbox_rows')).toEqual(['{outbox="changes"} 4']);
  expect(await of('outbox_oldest_age_seconds')).toEqual([
    expect.stringMatching(/^\{outbox="changes"\} 9\d(\.\d+)?$/),
  ]);

  relay.start();
  await eventually(async () => expect(await of('outbox_rows')).toEqual(['{outbox="changes"} 0']));
  await relay.drained();
  await relay.stop();

  expect(await of('outbox_oldest_age_seconds')).toEqual(['{outbox="changes"} 0']);
  expect(await of('outbox_in_flight_events')).toEqual(['{outbox="changes"} 0']);
  expect(await of('events_sent_total')).toEqual(['{topic="outputs.deleted"} 4']);
});
