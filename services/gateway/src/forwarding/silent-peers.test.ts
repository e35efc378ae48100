import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANSWERS_WITHIN_MS } from '@output-review/contracts';
import { openTcpProxy, type TcpProxy } from '@output-review/runtime/testing';

import { WAY_MS_MAX } from './owner-sender.ts';
import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let system: TestGateway;
let proxy: TcpProxy;

beforeAll(async () => {
  system = await startTestGateway({
    peers: {
      evaluator: () => system.peers.evaluator.url,
      review: () => `http://127.0.0.1:${proxy.port}`,
      instructions: () => 'http://127.0.0.1:1',
      media: () => 'http://127.0.0.1:1',
    },
    // Enough for a slow machine, together with the network time.
    ownerAnswersWithinMs: 100,
  });
  proxy = await openTcpProxy(Number(new URL(system.peers.review.url).port));
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

test('answers 503 in time for an owner that stops responding, and reaches it again immediately', async () => {
  // Source: flow, faults: a half-open connection is noticed within 15 s.
  expect(ANSWERS_WITHIN_MS + WAY_MS_MAX).toBeLessThan(15_000);
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);
  proxy.hold();

  const answers = await Promise.all([1, 2, 3].map(() => system.tokenApi.get('/api/logs')));

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  proxy.release();
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);
});
