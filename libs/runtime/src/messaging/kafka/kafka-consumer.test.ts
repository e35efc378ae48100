import { afterEach, expect, jest, test } from '@jest/globals';

import type { Kafka } from './kafka-client.ts';
import { openConsumer } from './kafka-consumer.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const settled = async () => {};
const KAFKA = {
  consumer: () => ({
    on: () => {},
    ...{ connect: settled, subscribe: settled, run: settled, disconnect: settled },
  }),
} as unknown as Kafka;

const open = () =>
  openConsumer(KAFKA, {
    ...{
      groupId: 'g',
      topic: 't',
      onSettling: () => {},
      onAssigned: () => {},
      onLost: () => {},
      onBatch: settled,
    },
    signal: new AbortController().signal,
  });

function setClock(byMs: number): void {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
}

test('ends the membership when the clock is set back, since kafkajs would send no heartbeats', async () => {
  const consumer = await open();
  await consumer.heartbeat();

  setClock(-60_000);

  await expect(consumer.heartbeat()).rejects.toThrow(/^The clock was set back by \d+ ms$/);
  expect(await consumer.failed).toMatchObject({ message: expect.stringMatching(/set back/) });
});

test.each([60_000, -100])('keeps the membership when the clock is set by %i ms', async (byMs) => {
  const consumer = await open();

  setClock(byMs);

  await expect(consumer.heartbeat()).resolves.toBeUndefined();
});
