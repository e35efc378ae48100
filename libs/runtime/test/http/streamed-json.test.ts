import { defineOperation } from '@output-review/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';

import { streamList } from '../../src/http/streamed-json.ts';
import { implement } from '../../src/http/implement.ts';
import type { Listening } from '../../src/http/listen.ts';
import { eventually, startPeer, testAssertions } from '../../src/testing/index.ts';

const ITEM = 'x'.repeat(100_000);

const flow = defineOperation({
  ...{ id: 'flow', method: 'GET', path: '/api/flow', owner: 'review', summary: 'For the test' },
  ...{ tag: 'Test', access: 'public' },
  query: Type.Object({ count: Type.Integer(), failsAt: Type.Integer({ default: -1 }) }),
  responses: { 200: Type.Object({ total: Type.Integer(), items: Type.Array(Type.String()) }) },
});

let server: Listening;
let made = 0;
let isEnded = false;

async function* makeItems(count: number, failsAt: number): AsyncGenerator<string> {
  try {
    for (made = 0; made < count; made += 1) {
      if (made === failsAt) throw new Error('database gone');
      yield `${made} ${ITEM}`;
    }
  } finally {
    isEnded = true;
  }
}

beforeAll(async () => {
  const route = implement(flow, async ({ query: { count, failsAt } }) => ({
    status: 200,
    body: streamList({ total: count }, 'items', makeItems(count, failsAt)),
  }));
  const assertions = testAssertions().verifier;
  server = await startPeer({ service: 'review', routes: [route], assertions });
});

afterAll(() => server.close(0));

const ask = (query: string): Promise<Response> => fetch(`${server.url}/api/flow?${query}`);

test('a streamed answer is the same JSON as an unstreamed one', async () => {
  expect(await (await ask('count=0')).json()).toEqual({ total: 0, items: [] });

  const many = await ask('count=30');

  expect(many.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const items = Array.from({ length: 30 }, (_, n) => `${n} ${ITEM}`);
  expect(await many.json()).toEqual({ total: 30, items });
});

test('cuts an answer that cannot be finished, so that it does not look complete', async () => {
  const response = await ask('count=30&failsAt=20');

  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('creates items only as the caller takes them, and none after it disconnects', async () => {
  isEnded = false;
  const response = await ask('count=1000');
  const reader = response.body?.getReader();
  await reader?.read();
  let before = -1;
  await eventually(async () => {
    // The data that sockets buffer is created ahead. Then it stops.
    const hasStopped = made === before;
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hasStopped).toBe(true);
  });

  expect(made).toBeLessThan(500);
  expect(isEnded).toBe(false);
  await reader?.cancel();
  await eventually(() => expect(isEnded).toBe(true));
});
