import { consumerGroupOf, outputsDeleted, type Topic } from '@output-review/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../../src/base/clock.ts';
import { newId } from '../../../src/base/new-id.ts';
import { consumeEvents, type ConsumeOptions } from '../../../src/messaging/consume-events.ts';
import { makeDeadLetters } from '../../../src/messaging/dead-letters.ts';
import type { KafkaBus } from '../../../src/messaging/kafka/kafka-bus.ts';
import { makeKafka, makeProducer } from '../../../src/messaging/kafka/kafka-client.ts';
import { toMessage } from '../../../src/messaging/kafka/kafka-message.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog, silentTelemetry } from '../../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../../postgres/runtime-tables.ts';
import { idsOf } from '../consumer-fixture.ts';
import { anEvent, someEvents } from '../sample-events.ts';
import { aTopic, createTopics, makeBus, stackKafka } from './stack-kafka.ts';

type Handle = ConsumeOptions<typeof outputsDeleted>['handle'];

const db = useRuntimeTables();
let topic: Topic;
let group: string;
let bus: KafkaBus;
beforeEach(async () => {
  topic = aTopic();
  group = newId();
  await createTopics(topic);
  bus = makeBus();
});
afterEach(() => bus.stop());

const consume = (handle: Handle) =>
  consumeEvents({
    ...{ bus, group, batchMax: 100, handle, log: silentLog, clock: systemClock },
    event: { ...outputsDeleted, topic },
    telemetry: silentTelemetry(),
    deadLetters: makeDeadLetters(db()),
    waits: { firstMs: 10, longestMs: 50 },
  });
const apply: Handle = async (batch) => {
  await db().query(
    `INSERT INTO effects AS e SELECT id, 1 FROM unnest($1::text[]) AS u (id)
     ON CONFLICT (id) DO UPDATE SET times = e.times + 1`,
    [batch.map(({ id }) => id)],
  );
};
const appliedOf = async (events: readonly { id: string }[]) => {
  const { rows } = await db().query<{ id: string }>('SELECT id FROM effects WHERE id = ANY ($1)', [
    idsOf(events),
  ]);
  return idsOf(rows);
};
const letters = async () => {
  const all = await makeDeadLetters(db()).list({ limit: 1_000, isComplete: true });
  return all.filter((letter) => letter.group === group);
};

describe('a consumer on Kafka', () => {
  test('gets events as they were sent, including the trace', async () => {
    const got: unknown[] = [];
    consume(async (batch) => void got.push(...batch));
    await bus.start();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const event = { ...anEvent({ topic, key: 'w/ü🙂' }), traceparent };

    await bus.send([event]);

    const [received] = await eventually(() => {
      expect(got).toHaveLength(1);
      return got;
    });
    expect(received).toEqual({
      id: event.id,
      key: event.key,
      time: new Date(event.time),
      traceparent,
      data: JSON.parse(event.json) as unknown,
    });
  });

  test('applies a duplicate event without harm', async () => {
    consume(apply);
    await bus.start();
    const event = anEvent({ topic });
    const last = anEvent({ topic, key: event.key });

    await bus.send([event, event]);
    await bus.send([event, last]);

    await eventually(async () => expect(await appliedOf([event, last])).toHaveLength(2));
    expect(await letters()).toEqual([]);
  });

  test('dead-letters only poison messages, with their positions, and applies all others', async () => {
    const sent = someEvents(300, { topic });
    const refused = sent[117]!;
    const unreadable = anEvent({ topic, json: '{"half":' });
    const all = [...sent.slice(0, 200), unreadable, ...sent.slice(200)];
    consume(async (batch, signal) => {
      if (batch.some(({ id }) => id === refused.id)) throw new RangeError('cannot be applied');
      await apply(batch, signal);
    });
    await bus.start();

    await bus.send(all);

    const good = sent.filter((event) => event !== refused);
    await eventually(async () => expect(await appliedOf(all)).toEqual(idsOf(good)));
    const found = await letters();
    expect(found.map(({ event, code }) => [event.id, code]).sort()).toEqual(
      [
        [refused.id, 'REFUSED'],
        [unreadable.id, 'UNDECODABLE'],
      ].sort(),
    );
    for (const { event } of found) expect(event.position).toMatch(/^partition \d, offset \d+$/);
  });

  test('dead-letters invalid messages of other producers, and continues', async () => {
    consume(apply);
    await bus.start();
    const { headers, ...rest } = toMessage(anEvent({ topic, key: 'w/one' }));
    const headless = { ...rest, headers: {} };
    const timeless = { ...rest, headers: { ...headers, ce_id: newId(), ce_time: 'yesterday' } };
    const bytes = { ...rest, headers, value: Buffer.from([0x22, 0xff, 0x22]) };
    const empty = { topic, key: null, value: null, headers: { ...headers, ce_id: newId() } };
    const producer = makeProducer(makeKafka(stackKafka(), silentLog));
    await producer.connect();
    const good = anEvent({ topic, key: 'w/one' });

    const strange = [headless, timeless, bytes, empty] as unknown as (typeof headless)[];
    for (const message of strange) await producer.produce([message]);
    await bus.send([good]);

    await eventually(async () => expect(await appliedOf([good])).toEqual([good.id]));
    await eventually(async () => {
      const codes = (await letters()).map(({ code, reason }) => `${code}: ${reason}`);
      expect(codes.sort()).toEqual([
        'INVALID: its time is not valid',
        'INVALID: its time is not valid',
        'UNDECODABLE: its data is not JSON',
        'UNDECODABLE: its data is not JSON',
      ]);
    });
    await producer.disconnect();
  });

  test('waits while its database is down, dead-letters nothing and loses nothing', async () => {
    let failures = 40;
    let cuts = 3;
    consume(async (batch) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      await db().transaction(async (tx) => {
        await tx.query(
          'INSERT INTO effects SELECT id, 1 FROM unnest($1::text[]) AS u (id) ON CONFLICT DO NOTHING',
          [batch.map(({ id }) => id)],
        );
        cuts -= 1;
        if (cuts >= 0) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      });
    });
    await bus.start();
    const sent = someEvents(400, { topic });

    await bus.send(sent);

    await eventually(async () => expect(await appliedOf(sent)).toEqual(idsOf(sent)), 15_000);
    expect(failures).toBeLessThan(0);
    expect(cuts).toBeLessThan(0);
    expect(await letters()).toEqual([]);
  }, 30_000);
});

describe('the readiness of a bus', () => {
  test('is positive if Kafka has its topics', async () => {
    const able = makeBus({ topics: [topic] });

    await expect(able.ready()).resolves.toBeUndefined();
    await able.stop();
  });

  test('names the missing topics', async () => {
    const missing = aTopic();
    const unable = makeBus({ topics: [topic, missing] });

    await expect(unable.ready()).rejects.toThrow(`Kafka does not have the topics ${missing}.`);
    await unable.stop();
  });

  test('names the groups that it cannot join, until it is a member', async () => {
    const missing = aTopic();
    const unable = makeBus();
    unable.subscribe({ topic: missing, group, batchMax: 1, handle: async () => {} });
    await unable.start();

    await eventually(
      () =>
        expect(unable.ready()).rejects.toThrow(
          `Consumers cannot join their groups ${consumerGroupOf(group, missing)}; `,
        ),
      30_000,
    );
    await createTopics(missing);

    await eventually(() => expect(unable.ready()).resolves.toBeUndefined(), 30_000);
    await unable.stop();
  }, 70_000);

  test('names a Kafka that does not answer; the bus still starts and stops', async () => {
    const kafka = { ...stackKafka(), brokers: ['127.0.0.1:1'] };
    const cutOff = makeBus({ kafka, topics: [topic] });
    cutOff.subscribe({ topic, group, batchMax: 1, handle: async () => {} });

    await cutOff.start();

    await expect(cutOff.ready()).rejects.toThrow(
      'Kafka does not answer at 127.0.0.1:1: connection refused',
    );
    await expect(cutOff.send([anEvent({ topic })])).rejects.toThrow();
    await cutOff.stop();
    await expect(cutOff.send([anEvent({ topic })])).rejects.toThrow('The bus has stopped.');
  });
});
