import { expect, test } from '@jest/globals';

import { newId } from '../../../src/base/new-id.ts';
import { makeKafka } from '../../../src/messaging/kafka/kafka-client.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog } from '../../../src/testing/silent-log.ts';
import { busContract } from '../bus-contract.ts';
import { recorder } from '../recorder.ts';
import { someEvents } from '../sample-events.ts';
import { aTopic, createTopics, makeBus, stackKafka } from './stack-kafka.ts';

busContract('KafkaBus', async (topics) => {
  await createTopics(...topics);
  const bus = makeBus();
  return { bus, close: () => bus.stop() };
});

test('a topic that lost its events is noticed, and read from its beginning', async () => {
  const topic = aTopic();
  await createTopics(topic);
  const bus = makeBus();
  await bus.start();
  const { handle, expectOf } = recorder();
  const subscribed = bus.subscribe({ topic, group: newId(), batchMax: 10, handle });
  const [early, late] = [someEvents(9, { topic }), someEvents(3, { topic })];
  await bus.send(early);
  await eventually(() => expectOf(early), 15_000);
  expect(subscribed.logLostAt?.()).toBeNull();

  const admin = makeKafka(stackKafka(), silentLog).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await createTopics(topic);
  await admin.disconnect();

  await eventually(() => expect(subscribed.logLostAt?.()).toBeInstanceOf(Date), 20_000);
  await bus.send(late);
  await eventually(() => expectOf(late), 15_000);
  await eventually(() => expect(subscribed.lag()).toBe(0), 15_000);
  await bus.stop();
}, 60_000);
