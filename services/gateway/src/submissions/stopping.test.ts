import { expect, test } from '@jest/globals';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { useGatewayBesideEvaluator } from '../../test/submitting/evaluator-peer.ts';

// Longer than a shutdown may take.
const SYNC_TIMEOUT_MS = 60_000;

const { system, evaluator } = useGatewayBesideEvaluator({
  syncTimeoutMs: SYNC_TIMEOUT_MS,
});

test('a shutdown answers callers that wait for a verdict, and loses nothing', async () => {
  evaluator.answer = () => new Promise(() => undefined);
  const { authorization } = system;
  const replica = await system.startAgain();
  const api = makeApiClient(replica.publicUrl).with({ authorization });
  const waiting = ['waiting-1', 'waiting-2'].map((id) =>
    api.post('/api/logs', { id, project: 'Support', output: 'text', sync: true }),
  );
  await eventually(() => expect(evaluator.asked).toHaveLength(2));

  const begunAt = performance.now();
  await replica.stop();
  const answers = await Promise.all(waiting);

  expect(performance.now() - begunAt).toBeLessThan(SYNC_TIMEOUT_MS / 2);
  expect(answers).toMatchObject([
    { status: 202, body: { id: 'waiting-1' } },
    { status: 202, body: { id: 'waiting-2' } },
  ]);
  const { rowCount } = await system.sql.query(
    `SELECT FROM submissions WHERE id IN ('waiting-1', 'waiting-2')`,
  );
  expect(rowCount).toBe(2);
});
