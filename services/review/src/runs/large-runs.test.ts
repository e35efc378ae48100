import { newId } from '@output-review/runtime';
import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { submitLarge } from '../../test/large-outputs.ts';
import { anEvaluation, useTestReview } from '../../test/test-review.ts';

const PART_BYTES_MAX = 4_000_000;

const t = useTestReview();

/** Bytes of text per transaction that wrote rows of a table. */
async function bytesByTransaction(table: string, id: string, workspaceId: string) {
  const { rows } = await t.sql.query<{ bytes: number }>(
    `SELECT sum(octet_length(b.output) + octet_length(b.input))::int AS bytes
     FROM (SELECT DISTINCT workspace_id, ${id} AS id, xmin::text AS tx FROM ${table}) AS written
     JOIN output_bodies b USING (workspace_id, id) WHERE workspace_id = $1 GROUP BY tx`,
    [workspaceId],
  );
  return rows.map(({ bytes }) => bytes);
}

test('large pending outputs are requested again a few per transaction', async () => {
  const workspaceId = newId();
  const outputs = await submitLarge(t, workspaceId, 5);
  t.clock.advance(16 * 60_000);

  await eventually(() =>
    expect(t.published.filter(({ key }) => key.startsWith(workspaceId))).toHaveLength(5),
  );

  const parts = await bytesByTransaction('outputs', 'id', workspaceId);
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts)).toBeLessThanOrEqual(PART_BYTES_MAX);
  await t.evaluate(...outputs.map((output) => anEvaluation(output)));
});

test('runs of many large outputs are started a few per transaction', async () => {
  const workspaceId = newId();
  const outputs = await submitLarge(t, workspaceId, 5);
  await t.evaluate(...outputs.map((output) => anEvaluation(output)));
  const service = await t.as({ kind: 'operator' });
  const keys = outputs.map(({ id }) => ({ workspaceId, id }));

  const answer = await service.post('/internal/runs', { outputs: keys });

  expect(answer).toMatchObject({ status: 200, body: { started: 5 } });
  const parts = await bytesByTransaction('timeline', 'output_id', workspaceId);
  expect(parts.length).toBeGreaterThan(1);
  expect(Math.max(...parts)).toBeLessThanOrEqual(PART_BYTES_MAX);
});
