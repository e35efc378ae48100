import { afterEach, expect, jest, test } from '@jest/globals';

import { RequestQueues } from './request-queue.ts';

// What kafkajs gives it, and what it calls.
const SILENT = { debug: () => {} };

afterEach(() => {
  jest.restoreAllMocks();
});

function aQueue() {
  const sent: number[] = [];
  const queue = new RequestQueues({
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

test('a connection that waits for nothing looks for nothing', () => {
  const { queue, sent, push } = aQueue();

  queue.checkPendingRequests();
  push(1);

  expect(sent).toEqual([1]);
  expect(queue.throttleCheckTimeoutId).toBeNull();
});

test('a request that waits for another one is looked after, and sent after it', () => {
  const { queue, sent, push } = aQueue();

  push(1);
  push(2);
  expect(queue.throttleCheckTimeoutId).not.toBeNull();
  expect(sent).toEqual([1]);

  queue.fulfillRequest({ correlationId: 1, payload: null, size: 0 });

  expect(sent).toEqual([1, 2]);
  queue.destroy();
});

test('a request without an answer in its time is given up, also where the clock was set back', async () => {
  const queue = new RequestQueues({
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
