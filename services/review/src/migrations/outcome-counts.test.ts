import { expect, test } from '@jest/globals';
import type { AppliedRule } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { anEvaluation, useTestReview } from '../../test/test-review.ts';
import { aTrustedWorkspace, type TrustedWorkspace } from '../../test/trusted-workspace.ts';
import { OutcomeCounts1700000321000 } from './1700000321000-outcome-counts.ts';

const t = useTestReview();

const FORMER_SCHEMA = `
  DROP TABLE outcome_counts, outcome_sets, judge_counts;
  ALTER TABLE outputs DROP COLUMN outcome_set, DROP COLUMN shadow_set, DROP COLUMN label_source`;

const COUNTS = `
  SELECT concat_ws(' ', project_id, day, outcomes::text, is_shadow::text, stratum, sample_rate, label,
    label_source, is_sample::text) AS key, sum(n) AS n
  FROM outcome_counts c JOIN outcome_sets s ON s.workspace_id = c.workspace_id AND s.id = c.outcome_set
  GROUP BY 1 HAVING sum(n) <> 0 ORDER BY 1`;

const ROWS = `
  SELECT id, outcome_set, shadow_set, label_source FROM outputs WHERE visible ORDER BY id`;

const JUDGES = 'SELECT * FROM judge_counts ORDER BY workspace_id, version_id, step';

const readAll = async (tx: Pick<Transaction, 'query'>) => ({
  counts: (await tx.query(COUNTS)).rows,
  rows: (await tx.query(ROWS)).rows,
  judges: (await tx.query(JUDGES)).rows,
});

const usage = { llmOutput: null, inputTokens: 9, outputTokens: 1, costUsd: 0.5, attempts: 1 };
const JUDGED: AppliedRule = {
  ...{ ruleVersionId: 'r3@1', outcome: 'failed', evaluator: 'llm', latencyMs: 90 },
  summary: null,
  judge: { provider: 'openai', model: 'm', confidence: 0.2, ...usage },
};

const UNREADABLE: AppliedRule = {
  ...{ ruleVersionId: 'r4@1', outcome: 'failed', evaluator: 'deterministic', latencyMs: 1 },
  // Text that PostgreSQL refuses as JSON, and text that only looks like it.
  summary: 'A \u0000 and a \ud800, and a \\u0000.',
};

/** Outputs in many states. */
async function fill(workspace: TrustedWorkspace): Promise<void> {
  const decide = async (id: string, decision: string) => {
    // Decisions in the same millisecond count as bulk decisions.
    t.clock.advance(1_000);
    expect(await workspace.decided(id, decision)).toBe(200);
  };
  await workspace.sample(0.5);
  for (let n = 0; n < 12; n += 1) {
    const id = await workspace.anOutput([
      n % 3 === 0 ? 'r1@1:failed' : 'r1@1:passed',
      'r2@1:skipped',
    ]);
    if (n % 2 === 0) await workspace.shadowed(id, ['s1@1:failed']);
    if (n % 4 !== 3) await decide(id, n % 5 === 0 ? 'rejected' : 'approved');
  }
  const flagged = await workspace.anOutput(['r1@1:passed']);
  await workspace.api.patch(`/api/logs/${flagged}/status`, { status: 'flagged' });
  await decide(flagged, 'changed');
  const handled = await workspace.anOutput(['r1@1:error'], { requireApproval: true });
  await decide(handled, 'handled');
  const bulk = [await workspace.anOutput(['r1@1:failed']), await workspace.anOutput([])];
  t.clock.advance(1_000);
  await workspace.api.patch('/api/logs/bulk', { ids: bulk, action: 'approve' });
  const imported = await workspace.anOutput(['r1@1:failed'], { tags: ['imported:x'] });
  t.clock.advance(1_000);
  await workspace.token.patch(`/api/logs/${imported}/decision`, { decision: 'rejected' });
  const again = await workspace.anOutput(['r1@1:failed']);
  await workspace.api.post(`/api/logs/${again}/evaluate`);
  for (const rule of [JUDGED, UNREADABLE]) {
    const output = { workspaceId: workspace.id, id: await workspace.submitted() };
    await t.evaluate(anEvaluation(output, { outcome: 'fail', appliedRules: [rule] }));
  }
  await workspace.submitted();
  await workspace.judged('a-stub', ['r1@1:failed']);
}

test('counts what the previous release stored as if it arrived now', async () => {
  const workspace = await aTrustedWorkspace(t);
  await fill(workspace);
  const before = await eventually(async () => {
    const all = await readAll(t.sql);
    expect(all.judges).toHaveLength(1);
    return all;
  });

  const after = await t.sql.transaction(async (tx) => {
    await tx.query(FORMER_SCHEMA);
    const runner = { query: (text: string) => tx.query(text) };
    await new OutcomeCounts1700000321000().up(runner as never);
    return readAll(tx);
  });

  expect(after).toEqual(before);
  expect(before.counts.length).toBeGreaterThan(10);
});
