import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { eventually } from '../../testing/eventually.ts';
import './consumer-runner.ts';

interface Runner {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const Runner = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as new (
  options: object,
) => Runner;

const silent = () => {};
const SILENT = {
  namespace: () => SILENT,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};

test('a consumer that is stopped while its fetches move to other brokers ends', async () => {
  let brokers = [1, 2];
  let answerLate: (() => void) | undefined;
  const member = { memberId: 'a', generationId: 1 };
  const consumerGroup = {
    ...member,
    offsetManager: member,
    connect: async () => {},
    joinAndSync: async () => {},
    leave: async () => {},
    heartbeat: async () => {},
    getNodeIds: () => brokers,
    fetch: async (broker: number) => {
      await nextTurn();
      if (broker === 2) await new Promise<void>((resolve) => (answerLate = resolve));
      return [];
    },
  };
  const runner = new Runner({
    ...{ consumerGroup, logger: SILENT, instrumentationEmitter: { emit: () => {} } },
    ...{ concurrency: 1, onCrash: () => {} },
  });
  await runner.start();
  await eventually(() => expect(answerLate).toBeDefined());

  // The first broker's fetches end and wait for those of the second.
  brokers = [1];
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  const stopping = runner.stop();
  answerLate?.();

  await expect(stopping).resolves.toBeUndefined();
});

test.each([
  ['join', null],
  ['be assigned anything', 'member 2'],
])(
  'a consumer that fails to %s once retries until it is a member again',
  async (_, afterFailure) => {
    const crashes: unknown[] = [];
    let joins = 0;
    const fetchedAs: (string | null)[] = [];
    const consumerGroup = {
      memberId: null as string | null,
      generationId: 1,
      offsetManager: null as object | null,
      connect: async () => {},
      joinAndSync: async () => {
        joins += 1;
        consumerGroup.memberId = joins === 2 ? afterFailure : `member ${joins}`;
        if (joins === 2) throw new Error('The coordinator is loading');
        consumerGroup.offsetManager = { memberId: consumerGroup.memberId, generationId: 1 };
      },
      leave: async () => {},
      heartbeat: async () => {},
      getNodeIds: () => [1],
      fetch: async () => {
        await nextTurn();
        fetchedAs.push(consumerGroup.memberId);
        if (joins === 1) throw Object.assign(new Error('Unknown'), { type: 'UNKNOWN_MEMBER_ID' });
        return [];
      },
    };
    const runner = new Runner({
      ...{ consumerGroup, logger: SILENT, instrumentationEmitter: { emit: () => {} } },
      ...{ concurrency: 1, onCrash: (error: unknown) => crashes.push(error) },
      retry: { initialRetryTime: 10, maxRetryTime: 10, retries: 3 },
    });

    await runner.start();

    try {
      await eventually(() => expect(fetchedAs).toContain('member 3'));
    } finally {
      await runner.stop();
    }
    expect([joins, crashes]).toEqual([3, []]);
    expect(new Set(fetchedAs)).toEqual(new Set(['member 1', 'member 3']));
  },
);
