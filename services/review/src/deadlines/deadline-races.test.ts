import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { ALL_CONNECTIONS, eventually } from '@output-review/runtime/testing';

import { startReview } from '../service.ts';
import {
  anEvaluation,
  aPerson,
  aSubmission,
  startTestReview,
  type TestReview,
} from '../../test/test-review.ts';

let t: TestReview;

beforeAll(async () => {
  t = await startTestReview(ALL_CONNECTIONS);
});

afterAll(async () => {
  await t.stop();
});

test('a decision and its deadline in one instant give one result, 500 times', async () => {
  const workspaceId = newId();
  const acceptedAt = t.clock.now().toISOString();
  const outputs = Array.from({ length: 500 }, () =>
    aSubmission({ workspaceId, acceptedAt, respondBy: 'PT1S', onDeadline: 'reject' }),
  );
  await t.submit(...outputs);
  await t.evaluate(...outputs.map((output) => anEvaluation(output, { outcome: 'fail' })));
  const api = await t.as(aPerson(workspaceId, 'admin'));
  const decide = ({ id }: OutputsSubmitted) =>
    api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  // Some are decided before the deadline looks, some are on their way, the last come too late.
  const racing = outputs.slice(0, 250).map(decide);
  t.clock.advance(1_000);
  const answers = await Promise.all([...racing, ...outputs.slice(250).map(decide)]);

  const rows = await eventually(async () => {
    const found = await findConcluded(workspaceId);
    expect(found.size).toBe(outputs.length);
    return found;
  });
  for (const [i, { id }] of outputs.entries()) {
    const { decision, all } = rows.get(id) ?? {};
    expect(all).toEqual([decision]);
    expect(answers[i]?.status).toBe(decision === 'approved' ? 200 : 409);
  }
  const told = () =>
    t.published
      .filter(({ topic, key }) => topic === 'outputs.decided' && key.startsWith(workspaceId))
      .map(({ json }) => JSON.parse(json) as { id: string; decision: string; sequence: number });
  await eventually(() => expect(told()).toHaveLength(outputs.length));
  for (const { id, decision, sequence } of told())
    expect([decision, sequence]).toEqual([rows.get(id)?.decision, 1]);
}, 120_000);

test('deadlines that passed while no process ran are acted on by the next', async () => {
  const first = await startTestReview(ALL_CONNECTIONS);
  const output = aSubmission({ acceptedAt: first.clock.now().toISOString(), respondBy: 'PT10M' });
  await first.submit(output);
  await first.evaluate(anEvaluation(output, { outcome: 'fail' }));
  await first.review.stop();
  first.clock.advance(3_600_000);
  const second = await startReview(first.options);
  try {
    await eventually(async () => {
      const { rows } = await first.sql.query('SELECT escalated_at FROM outputs');
      expect(rows).toEqual([{ escalated_at: first.clock.now() }]);
    });
  } finally {
    await second.stop();
    await first.stop();
  }
});

interface Concluded {
  readonly id: string;
  readonly decision: string;
  readonly all: readonly string[];
}

/** The decided outputs of a workspace, with every decision that was ever made. */
async function findConcluded(workspaceId: string): Promise<Map<string, Concluded>> {
  const { rows } = await t.sql.query<Concluded>(
    `SELECT o.id, o.human_decision AS decision, (
       SELECT array_agg(d.decision) FROM decisions d
       WHERE d.workspace_id = o.workspace_id AND d.output_id = o.id
     ) AS all
     FROM outputs o WHERE o.workspace_id = $1 AND o.human_decision IS NOT NULL`,
    [workspaceId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
