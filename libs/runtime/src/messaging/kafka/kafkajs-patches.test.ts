import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, expect, jest, test } from '@jest/globals';

import { eventually } from '../../testing/eventually.ts';
import './kafkajs-patches.ts';

const loadPart = createRequire(import.meta.url);

// A logger with what kafkajs calls.
const silent = () => {};
const SILENT = {
  namespace: () => SILENT,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};

afterEach(() => {
  jest.restoreAllMocks();
});

interface OffsetManager {
  setDefaultOffset(of: { topic: string; partition: number }): Promise<void>;
}

const OffsetManager = loadPart('kafkajs/src/consumer/offsetManager/index.js') as new (
  options: object,
) => OffsetManager;

test('a consumer reports an offset reset before it commits it', async () => {
  const done: unknown[] = [];
  const membership = { groupId: 'group', memberId: 'member' };
  const manager = new OffsetManager({
    ...{ ...membership, generationId: 3 },
    memberAssignment: { topic: [0, 1] },
    topicConfigurations: { topic: { fromBeginning: true } },
    cluster: { defaultOffset: () => -2, committedOffsets: () => ({}) },
    coordinator: { isConnected: () => true, offsetCommit: async () => void done.push('committed') },
    instrumentationEmitter: { emit: (...event: unknown[]) => void done.push(event) },
  });

  await manager.setDefaultOffset({ topic: 'topic', partition: 1 });

  const topics = [{ topic: 'topic', partitions: [{ partition: 1, offset: '-2' }] }];
  const expected = { ...membership, groupGenerationId: 3, topics };
  expect(done).toEqual([['consumer.commit_offsets', expected], 'committed']);
});

interface Runner {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const Runner = loadPart('kafkajs/src/consumer/runner.js') as new (options: object) => Runner;

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

interface RequestQueue {
  readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
  push(request: object): void;
  fulfillRequest(answer: object): void;
  checkPendingRequests(): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

const RequestQueue = loadPart('kafkajs/src/network/requestQueue/index.js') as new (
  options: object,
) => RequestQueue;

function aQueue() {
  const sent: number[] = [];
  const queue = new RequestQueue({
    ...{ maxInFlightRequests: 1, requestTimeout: 60_000, enforceRequestTimeout: false },
    ...{ clientId: 'test', broker: 'test:1', logger: SILENT },
  });
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, reject: () => {}, resolve: () => {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  return { queue, sent, push };
}

test('an idle connection schedules no checks', () => {
  const { queue, sent, push } = aQueue();

  queue.checkPendingRequests();
  push(1);

  expect(sent).toEqual([1]);
  expect(queue.throttleCheckTimeoutId).toBeNull();
});

test('a request behind another one schedules a check and is sent after it', () => {
  const { queue, sent, push } = aQueue();

  push(1);
  push(2);
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
  expect(sent).toEqual([1]);

  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });

  expect(sent).toEqual([1, 2]);
  queue.destroy();
});

test('a request times out even if the clock was set back', async () => {
  const queue = new RequestQueue({
    ...{ maxInFlightRequests: null, requestTimeout: 1, enforceRequestTimeout: true },
    ...{ clientId: 'test', broker: 'test:1', logger: SILENT },
  });
  queue.scheduleRequestTimeoutCheck();

  const failed = await new Promise((resolve) => {
    const call = { apiName: 'Fetch', apiKey: 1, apiVersion: 11 };
    queue.push({
      entry: { correlationId: 1, ...call, reject: resolve, resolve: () => {} },
      expectResponse: true,
      sendRequest: () => {},
    });
    jest.spyOn(Date, 'now').mockReturnValue(0);
  });

  expect(failed).toMatchObject({ message: 'Request Fetch(key: 1, version: 11) timed out' });
  queue.destroy();
});
