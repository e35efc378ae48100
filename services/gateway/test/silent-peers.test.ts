import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTcpProxy, type TcpProxy } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

// Source: flow, faults: a half-open connection is noticed within 15 s.
const NOTICED_MS_MAX = 15_000;

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
  });
  proxy = await openTcpProxy(Number(new URL(system.peers.review.url).port));
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

test('an owner that is gone without a word is answered for in time, and found again at once', async () => {
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);
  proxy.hold();

  const begunAt = performance.now();
  const answers = await Promise.all([1, 2, 3].map(() => system.tokenApi.get('/api/logs')));

  expect(performance.now() - begunAt).toBeLessThan(NOTICED_MS_MAX);
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  proxy.release();
  expect((await system.tokenApi.get('/api/logs')).status).toBe(200);
});
