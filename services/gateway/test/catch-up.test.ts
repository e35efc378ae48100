import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId, type SqlClient } from '@output-review/runtime';
import type { QueryConfig } from 'pg';

import { makeKnownSubmissions } from '../src/store/submissions/known-submissions.ts';
import { makeCatchUp } from '../src/use-cases/forwarding/catch-up.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

const TEXT_BYTES = 1_000_000;
const COUNT = 8;
const HELD_BYTES_MAX = 4_100_000;

let system: TestGateway;

beforeAll(async () => {
  system = await startTestGateway();
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
});

async function submitLarge(): Promise<string> {
  const id = newId();
  const output = 'x'.repeat(TEXT_BYTES);
  const { status } = await system.tokenApi.post('/api/logs', { project: 'P', output, id });
  expect(status).toBe(202);
  return id;
}

test('large submissions that review lacks are read and handed over a few at a time', async () => {
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n += 1) ids.push(await submitLarge());
  const { rows } = await system.sql.query('SELECT id FROM workspaces LIMIT 1');
  const [{ id: workspaceId }] = rows as [{ id: string }];
  let heldBytesMax = 0;
  const query = async (statement: QueryConfig) => {
    const answer = await system.sql.query(statement);
    heldBytesMax = Math.max(heldBytesMax, JSON.stringify(answer.rows).length);
    return answer;
  };
  const handedOver: OutputsSubmitted[] = [];
  const catchUp = makeCatchUp({
    known: makeKnownSubmissions({ query } as unknown as SqlClient),
    lookUpEvaluations: () => Promise.resolve([]),
    apply: async ({ submissions }) => void handedOver.push(...submissions),
  });

  const isHandedOver = await catchUp({ workspaceId, ids, state: 'not-seen', requestId: 'r' });

  expect(isHandedOver).toBe(true);
  expect(handedOver.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(heldBytesMax).toBeLessThan(HELD_BYTES_MAX);
});
