import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import {
  ACCEPTED,
  json,
  type ScriptedService,
  startScriptedService,
  statusOf,
} from '../test/scripted-service.ts';
import type { OutputReviewClient } from './index.ts';

let service: ScriptedService;

beforeEach(async () => {
  service = await startScriptedService(ACCEPTED);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const SUBMISSION = { project: 'Support', output: 'Dear Ada' };
const away = (seconds: string) =>
  json(503, { error: 'No.', code: 'UNAVAILABLE', fields: {} }, { 'retry-after': seconds });

describe('a signal', () => {
  const calls: [string, (client: OutputReviewClient, signal: AbortSignal) => Promise<unknown>][] = [
    ['submit', (client, signal) => client.submit(SUBMISSION, { signal })],
    ['getStatus', (client, signal) => client.getStatus('a-1', { signal })],
    ['waitForDecision', (client, signal) => client.waitForDecision('a-1', { signal })],
    ['withdraw', (client, signal) => client.withdraw('a-1', { signal })],
    ['getOutput', (client, signal) => client.getOutput('a-1', { signal })],
    ['search', (client, signal) => client.search({}, { signal }).next()],
    [
      'requireApproval',
      (client, signal) =>
        client.requireApproval(
          function pay() {
            return 1;
          },
          { project: 'p', summary: 's' },
        )({}, { signal }),
    ],
  ];

  test.each(calls)('aborts %s while it waits for the answer', async (_, call) => {
    const reason = new Error('enough');
    const ending = new AbortController();
    service.answer(() => ending.abort(reason));
    const client = service.client({ maxRetries: 0 });
    await expect(call(client, ending.signal)).rejects.toBe(reason);
  });

  test.each(calls)('aborts %s before the next attempt', async (_, call) => {
    const reason = new Error('enough');
    const ending = new AbortController();
    service.answer((response) => {
      response.writeHead(503, { 'retry-after': '60' }).end();
      response.on('close', () => setTimeout(() => ending.abort(reason), 50));
    });
    await expect(call(service.client(), ending.signal)).rejects.toBe(reason);
    expect(service.calls).toHaveLength(1);
  });

  test.each(calls)('prevents %s from being sent if already aborted', async (_, call) => {
    const reason = new Error('enough');
    await expect(call(service.client(), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(service.calls).toEqual([]);
  });

  test('aborted together with the answer prevents the wait for the next attempt', async () => {
    const reason = new Error('enough');
    const ending = new AbortController();
    service.answer(away('60'));
    const client = service.client({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        const answer = new Response(await response.text(), response);
        ending.abort(reason);
        return answer;
      },
    });
    await expect(client.submit(SUBMISSION, { signal: ending.signal })).rejects.toBe(reason);
  });

  test('has no listener, and no timer runs, after a call', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const { signal } = new AbortController();
    const ending = new AbortController();
    const client = service.client();

    service.answer(away('0'), ACCEPTED);
    await client.submit(SUBMISSION, { signal });
    service.answer(statusOf({ settled: true }));
    await client.waitForDecision('a-1', { signal, timeoutMs: 60_000 });
    service.answer((response, call) => {
      away('60')(response, call);
      response.on('close', () => setTimeout(() => ending.abort(new Error('enough')), 50));
    });
    await client.submit(SUBMISSION, { signal: ending.signal }).catch(() => {});

    expect(getEventListeners(signal, 'abort')).toEqual([]);
    // Those of Node's fetch end soon, those of the client would take up to a minute.
    for (let n = 0; n < 50 && timers().length > before; n += 1) await delay(100);
    expect(timers().length).toBeLessThanOrEqual(before);
  });
});
