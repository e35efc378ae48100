import { expect, test } from '@jest/globals';
import type { Operation, OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import type { QueryConfig } from 'pg';

import type { Context } from '../context.ts';
import { ensureReadYourWrites } from './read-your-writes.ts';
import { useTestGateway } from '../../test/start-test-gateway.ts';

const TEXT_BYTES = 1_000_000;
const COUNT = 8;
const HELD_BYTES_MAX = 4_100_000;

const system = useTestGateway();

async function submitLarge(): Promise<string> {
  const id = newId();
  const output = 'x'.repeat(TEXT_BYTES);
  const { status } = await system.tokenApi.post('/api/logs', { project: 'P', output, id });
  expect(status).toBe(202);
  return id;
}

test('reads and hands over large submissions that review lacks, a few at a time', async () => {
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
  const dispatched: OutputsSubmitted[] = [];
  const apply = async (_: Operation, { body }: { body: { submissions: OutputsSubmitted[] } }) =>
    void dispatched.push(...body.submissions);
  const ctx = {
    db: { query },
    evaluator: { call: () => Promise.resolve({ evaluations: [] }) },
    review: { call: apply },
  } as unknown as Context;

  await ensureReadYourWrites(ctx, {
    workspaceId,
    ids,
    state: 'not-seen',
    requestId: 'r',
  });

  expect(dispatched.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(heldBytesMax).toBeLessThan(HELD_BYTES_MAX);
});
