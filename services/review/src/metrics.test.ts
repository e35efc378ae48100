import { expect, test } from '@jest/globals';

import { anEvaluation, aSubmission, useTestReview } from '../test/test-review.ts';

const t = useTestReview();

async function valueOf(series: string): Promise<number> {
  const text = await (await fetch(`${t.review.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

test('counts outputs without a result and reports the age of the oldest', async () => {
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const old = aSubmission({ acceptedAt: anHourAgo, timestamp: anHourAgo });
  const times = { acceptedAt: new Date().toISOString(), timestamp: new Date().toISOString() };
  const young = aSubmission(times);
  await t.submit(old, young, aSubmission({ workspaceId: old.workspaceId, ...times }));

  expect(await valueOf('output_review_pending_outputs')).toBe(3);
  const age = await valueOf('output_review_pending_outputs_oldest_age_seconds');
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(3_700);

  await t.evaluate(anEvaluation(old), anEvaluation(young));

  expect(await valueOf('output_review_pending_outputs')).toBe(1);
  expect(await valueOf('output_review_pending_outputs_oldest_age_seconds')).toBeLessThan(60);
});

test('reports nothing when every output has its result', async () => {
  const { rows } = await t.sql.query<{ workspace_id: string; id: string }>(
    `SELECT workspace_id, id FROM outputs WHERE status = 'pending'`,
  );
  await t.evaluate(
    ...rows.map(({ workspace_id, id }) => anEvaluation({ workspaceId: workspace_id, id })),
  );

  expect(await valueOf('output_review_pending_outputs')).toBe(0);
  expect(await valueOf('output_review_pending_outputs_oldest_age_seconds')).toBe(0);
});
