import { defineTopics } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import { ensureTopics } from '../../../src/messaging/kafka/ensure-topics.ts';
import { makeAdmin } from '../../../src/messaging/kafka/kafka-admin.ts';
import { makeKafka } from '../../../src/messaging/kafka/kafka-client.ts';
import { silentLog } from '../../../src/testing/silent-log.ts';
import { aTopic, defined, stackKafka } from './stack-kafka.ts';

const common = { kafka: stackKafka(), replication: 1, log: silentLog };

describe('topics', () => {
  test('that are missing are created; existing ones stay unchanged', async () => {
    const [old, fresh] = [aTopic(), aTopic()];
    await ensureTopics({ ...common, topics: [defined(old)] });

    const ensured = await ensureTopics({ ...common, topics: [defined(old), defined(fresh)] });

    expect(ensured).toEqual({ created: [fresh], enlarged: [], changed: [] });
    const again = await ensureTopics({ ...common, topics: [defined(old), defined(fresh)] });
    expect(again).toEqual({ created: [], enlarged: [], changed: [] });
  });

  test('get more partitions if more are configured, and never lose any', async () => {
    const topic = aTopic();
    await ensureTopics({ ...common, topics: [defined(topic, { partitions: 2 })] });

    const raised = await ensureTopics({ ...common, topics: [defined(topic, { partitions: 4 })] });
    const lowered = await ensureTopics({ ...common, topics: [defined(topic, { partitions: 1 })] });

    expect(raised).toEqual({ created: [], enlarged: [topic], changed: [] });
    expect(lowered).toEqual({ created: [], enlarged: [], changed: [] });
  });

  test('can be ensured concurrently', async () => {
    const topics = [aTopic(), aTopic(), aTopic()].map((topic) => defined(topic));

    await Promise.all([1, 2, 3, 4].map(() => ensureTopics({ ...common, topics })));

    const larger = topics.map((topic) => ({ ...topic, partitions: 6 }));
    await Promise.all([1, 2, 3, 4].map(() => ensureTopics({ ...common, topics: larger })));
    expect(await ensureTopics({ ...common, topics: larger })).toEqual({
      created: [],
      enlarged: [],
      changed: [],
    });
  });

  test('with a lower message size limit get the required one, and keep their other settings', async () => {
    const topic = aTopic();
    const config = { 'max.message.bytes': '1000000', 'retention.ms': '123456' };
    await ensureTopics({ ...common, topics: [defined(topic, { config })] });

    const ensured = await ensureTopics({ ...common, topics: [defined(topic)] });

    expect(ensured).toEqual({ created: [], enlarged: [], changed: [topic] });
    expect(await settingsOf(topic, [...Object.keys(config), 'min.insync.replicas'])).toEqual({
      ...{ 'max.message.bytes': '9437184', 'retention.ms': '123456', 'min.insync.replicas': '1' },
    });
    const again = await ensureTopics({ ...common, topics: [defined(topic)] });
    expect(again).toEqual({ created: [], enlarged: [], changed: [] });
  });

  test("use Kafka's clock, and accept messages whose clock is two hours ahead", async () => {
    const topic = aTopic();
    const config = { 'message.timestamp.type': 'LogAppendTime' };
    await ensureTopics({ ...common, topics: [defined(topic)] });
    const producer = makeKafka(stackKafka(), silentLog).producer();
    await producer.connect();
    const timestamp = String(Date.now() + 2 * 60 * 60_000);
    const send = () => producer.send({ topic, messages: [{ value: 'x', timestamp }] });
    await expect(send()).rejects.toThrow('timestamp');

    const ensured = await ensureTopics({ ...common, topics: [defined(topic, { config })] });

    expect(ensured).toEqual({ created: [], enlarged: [], changed: [topic] });
    await send();
    const again = await ensureTopics({ ...common, topics: [defined(topic, { config })] });
    expect(again).toEqual({ created: [], enlarged: [], changed: [] });
    await producer.disconnect();
  });

  test('that are new wait until there are brokers for all their replicas', async () => {
    const topic = aTopic();
    const tooFew = {
      code: 'UNAVAILABLE',
      message: expect.stringMatching(
        /^Kafka has \d brokers, too few for 99 replicas of a topic\.$/,
      ),
    };
    const ensure = (partitions: number) =>
      ensureTopics({ ...common, topics: [defined(topic, { partitions })], replication: 99 });
    await expect(ensure(3)).rejects.toMatchObject(tooFew);

    await ensureTopics({ ...common, topics: [defined(topic, { partitions: 3 })] });

    await expect(ensure(4)).rejects.toMatchObject(tooFew);
  });

  test('that exist are checked by their replica count, however many brokers are up', async () => {
    const topics = [defined(aTopic())];
    await ensureTopics({ ...common, topics });

    await expect(ensureTopics({ ...common, topics, replication: 99 })).rejects.toThrow(
      /has 1 replicas and needs 99/,
    );
  }, 15_000);

  test("with settings unknown to Kafka are refused with Kafka's message", async () => {
    const topic = aTopic();
    const topics = [defined(topic, { config: { 'cleanup.policy': 'burn' } })];

    await expect(ensureTopics({ ...common, topics })).rejects.toThrow(
      new RegExp(`${topic} does not exist[^]*Kafka responded: [^]*`),
    );
  }, 15_000);

  test('of the product are accepted by Kafka', async () => {
    const topics = defineTopics().map((one) => ({ ...one, topic: `${aTopic()}.${one.topic}` }));

    const { created } = await ensureTopics({ ...common, topics });

    expect(created).toHaveLength(topics.length);
  });
});

async function settingsOf(topic: string, names: string[]) {
  const admin = makeAdmin(makeKafka(stackKafka(), silentLog));
  await admin.connect();
  const settings = await admin.readConfigs([topic], names);
  await admin.disconnect();
  return settings.get(topic);
}

test('names a Kafka that does not answer, as a transient error', async () => {
  const kafka = { ...stackKafka(), brokers: ['127.0.0.1:1', '127.0.0.1:2'] };

  await expect(
    ensureTopics({ ...common, kafka, topics: [defined(aTopic())] }),
  ).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('Kafka does not answer at 127.0.0.1:1, 127.0.0.1:2: connect'),
  });
});
