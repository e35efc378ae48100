import { afterEach, expect, jest, test } from '@jest/globals';

import { RequestQueues } from './request-queue.ts';

// The parts of kafkajs that the queue needs.
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
