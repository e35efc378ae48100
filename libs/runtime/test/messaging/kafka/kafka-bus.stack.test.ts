import { expect, test } from '@jest/globals';

import { consumerGroupOf } from '@output-review/contracts';

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

test('detects a topic that lost its events and reads it from its beginning', async () => {
  const topic = aTopic();
  await createTopics(topic);
  const bus = makeBus();
  await bus.start();
  const { handle, expectOf } = recorder();
  const group = newId();
  const subscribed = bus.subscribe({ topic, group, batchMax: 10, handle });
  const [early, late] = [someEvents(9, { topic }), someEvents(3, { topic })];
  await bus.send(early);
  await eventually(() => expectOf(early), 15_000);
  expect(subscribed.logLostAt?.()).toBeNull();

  const admin = makeKafka(stackKafka(), silentLog).admin();
  await admin.connect();
  const committed = async (): Promise<Map<number, number>> => {
    const groupId = consumerGroupOf(group, topic);
    const [read] = await admin.fetchOffsets({ groupId, topics: [topic] });
    return new Map(read?.partitions.map((one) => [one.partition, Number(one.offset)]));
  };
  const readOf = async () => [...(await committed())].filter(([, next]) => next > 0);
  await eventually(async () => {
    const read = await readOf();
    expect(read.reduce((sum, [, next]) => sum + next, 0)).toBe(early.length);
  }, 15_000);
  const stood = await readOf();
  await admin.deleteTopics({ topics: [topic] });
  await createTopics(topic);

  await eventually(() => expect(subscribed.logLostAt?.()).toBeInstanceOf(Date), 20_000);
  // An event sent to a partition that is not reset yet might get the group's old offset and be skipped.
  await eventually(async () => {
    const now = await committed();
    expect(stood.map(([partition]) => now.get(partition))).toEqual(stood.map(() => -2));
  }, 20_000);
  await admin.disconnect();
  await bus.send(late);
  await eventually(() => expectOf(late), 15_000);
  await eventually(() => expect(subscribed.lag()).toBe(0), 15_000);
  await bus.stop();
}, 60_000);

test('reports the loss to a group that retention overtook, but not to a new group', async () => {
  const topic = aTopic();
  await createTopics(topic);
  const [group, other] = [newId(), newId()];
  const admin = makeKafka(stackKafka(), silentLog).admin();
  await admin.connect();
  const { handle, expectOf } = recorder();
  const before = makeBus();
  before.subscribe({ topic, group, batchMax: 10, handle });
  await before.start();
  const read = someEvents(9, { topic });
  await before.send(read);
  await eventually(() => expectOf(read), 15_000);
  await before.stop();

  const sender = makeBus();
  await sender.start();
  await sender.send(someEvents(9, { topic }));
  await sender.stop();
  // Does at once what retention does.
  const ends = await admin.fetchTopicOffsets(topic);
  const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
  await admin.deleteTopicRecords({ topic, partitions });
  await admin.disconnect();

  const after = makeBus();
  const anew = recorder();
  const fresh = after.subscribe({ topic, group: other, batchMax: 10, handle: anew.handle });
  const overtaken = after.subscribe({ topic, group, batchMax: 10, handle });
  await after.start();
  await eventually(() => expect(overtaken.logLostAt?.()).toBeInstanceOf(Date), 20_000);
  const sent = someEvents(9, { topic });
  await after.send(sent);
  await eventually(() => [expectOf(sent), anew.expectOf(sent)], 15_000);
  await after.stop();
  expect(fresh.logLostAt?.()).toBeNull();
}, 60_000);
