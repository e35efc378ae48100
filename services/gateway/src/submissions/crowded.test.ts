import { BODIES_IN_FLIGHT_BYTES_MAX, SMALL_BODIES_RESERVE } from '@output-review/runtime';
import { expect, test } from '@jest/globals';
import { ALL_CONNECTIONS, eventually } from '@output-review/runtime/testing';

import { passed, useGatewayBesideEvaluator } from '../../test/submitting/evaluator-peer.ts';

// Longer than the whole test takes.
const SYNC_TIMEOUT_MS = 120_000;
const TEXT_LENGTH_MAX = 1_048_576;

const { system, evaluator } = useGatewayBesideEvaluator({
  ...ALL_CONNECTIONS,
  syncTimeoutMs: SYNC_TIMEOUT_MS,
});

const submission = (id: string, more: object = {}) => ({
  ...{ id, project: 'Support', output: 'text' },
  ...more,
});
// JSON encodes each of these characters as two.
const LARGE = { input: '"'.repeat(TEXT_LENGTH_MAX), output: '"'.repeat(TEXT_LENGTH_MAX) };
const LARGE_BYTES = JSON.stringify(submission('large-00', { ...LARGE, sync: true })).length;
// Three quarters of the bytes in flight are for callers that wait for verdicts, part of them reserved for small bodies.
const WAITING_BYTES_MAX = BODIES_IN_FLIGHT_BYTES_MAX * 0.75 - SMALL_BODIES_RESERVE.bytes;
const WAITING_AT_ONCE = Math.floor(WAITING_BYTES_MAX / LARGE_BYTES);

/** Retries while there is no room: on a slow machine some requests are refused after ten seconds. */
async function postUntilTaken(body: object) {
  for (;;) {
    const answer = await system.tokenApi.post('/api/logs', body);
    if (answer.status !== 503) return answer;
  }
}

test('large submissions that wait for a slow evaluator block no others, and none is lost', async () => {
  const { tokenApi } = system;
  let isLate = true;
  evaluator.answer = async (event) => {
    await eventually(() => expect(isLate).toBe(false), SYNC_TIMEOUT_MS);
    return passed(event);
  };
  const count = Math.ceil(BODIES_IN_FLIGHT_BYTES_MAX / LARGE_BYTES);
  let answered = 0;
  const waiting = Array.from({ length: count }, async (_, index) => {
    const answer = await postUntilTaken(submission(`large-${index}`, { ...LARGE, sync: true }));
    answered += 1;
    return answer;
  });
  // Submissions without room among the waiting ones, or without a way to the evaluator on a machine that stalls, are
  // left to the background. All others wait now.
  await eventually(
    () => expect(evaluator.asked.length + answered).toBeGreaterThanOrEqual(count),
    60_000,
  );
  const askedAtOnce = evaluator.asked.length;
  expect(askedAtOnce).toBeGreaterThan(0);
  expect(askedAtOnce).toBeLessThanOrEqual(WAITING_AT_ONCE);

  const others = await Promise.all([
    tokenApi.post('/api/logs', submission('small')),
    postUntilTaken(submission('large', LARGE)),
  ]);
  isLate = false;

  expect(others.map(({ status }) => status)).toEqual([202, 202]);
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([]);
  const { rowCount } = await system.sql.query(`SELECT FROM submissions WHERE id LIKE 'large-%'`);
  expect(rowCount).toBe(count);
}, 120_000);
