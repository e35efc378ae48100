import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';

let t: TestReview;
beforeAll(async () => {
  t = await startTestReview({ jobsEveryMs: { commentStreams: 50 } });
});
afterAll(() => t.stop());

/** A gateway that follows the stream. */
async function follow() {
  const hangUp = new AbortController();
  const headers = await t.headersOf({ kind: 'service', service: 'gateway' });
  const url = `${t.review.url}${INTERNAL_OPERATIONS.followSettled.path}`;
  const response = await fetch(url, { headers, signal: hangUp.signal });
  const lines: unknown[][] = [];
  const read = async (): Promise<void> => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map((line) => JSON.parse(line) as unknown[]));
    }
  };
  const ended = read().catch(() => {});
  return { response, lines, ended, close: () => hangUp.abort() };
}

test('a gateway gets the settled and deleted outputs of all workspaces, and no others', async () => {
  const feed = await follow();
  expect(feed.response.headers.get('content-type')).toBe('application/x-ndjson');
  const [one, other] = [newId(), newId()];
  const passed = aSubmission({ workspaceId: one });
  const held = aSubmission({ workspaceId: other, requireApproval: true });
  const removed = aSubmission({ workspaceId: one, requireApproval: true });
  const api = await t.as(aPerson(other));
  for (const output of [passed, held, removed]) {
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
  }
  // A sample that somebody claims was settled before.
  await t.sql.query('UPDATE outputs SET sampled = true WHERE id = $1', [passed.id]);
  expect((await (await t.as(aPerson(one))).post(`/api/logs/${passed.id}/claim`)).status).toBe(200);
  await api.patch(`/api/logs/${held.id}/decision`, { decision: 'approved' });
  await (await t.as(aPerson(one))).delete(`/api/logs/${removed.id}`);

  const settled = [
    [one, passed.id],
    [other, held.id],
    [one, removed.id],
  ];
  await eventually(() => expect(feed.lines.flat()).toEqual(settled));
  // The keep-alive.
  await eventually(() => expect(feed.lines).toContainEqual([]));
  feed.close();
  await feed.ended;
});

test('only services may follow it', async () => {
  const response = await fetch(`${t.review.url}${INTERNAL_OPERATIONS.followSettled.path}`);
  expect(response.status).toBe(401);
});
