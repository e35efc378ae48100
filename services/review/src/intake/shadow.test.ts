import { describe, expect, test } from '@jest/globals';
import type {
  AppliedRule,
  OutputsShadowEvaluated,
  OutputsSubmitted,
} from '@output-review/contracts';
import { asDeadlockVictim, eventually, untilHeldUp } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  eventOf,
  startTestReview,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();

const WORDS = 'It promises a refund.';
const usage = { llmOutput: null, inputTokens: 9, outputTokens: 1, costUsd: 0.5, attempts: 1 };
const JUDGED: AppliedRule = {
  ...{ ruleVersionId: 's2@4', outcome: 'failed', summary: WORDS, evaluator: 'llm', latencyMs: 90 },
  judge: { provider: 'openai', model: 'm', confidence: 0.2, ...usage },
};
const EXACT: AppliedRule = {
  ...{ ruleVersionId: 's1@1', outcome: 'error', summary: 'Broken.', latencyMs: 0.1 },
  evaluator: 'deterministic',
};

function aShadow(
  { workspaceId, id }: { workspaceId: string; id: string },
  given: Partial<OutputsShadowEvaluated> = {},
): OutputsShadowEvaluated {
  const evaluatedAt = t.clock.now().toISOString();
  return { workspaceId, id, run: 1, evaluatedAt, appliedRules: [JUDGED], ...given };
}

interface Shown {
  readonly status: string;
  readonly appliedRules: readonly { ruleId: string; shadow: boolean; outcome: string }[];
}

async function shown({ workspaceId, id }: OutputsSubmitted): Promise<Shown> {
  const { body } = await (await t.as(aPerson(workspaceId))).get(`/api/logs/${id}`);
  return body as Shown;
}
const shadowsOf = async (output: OutputsSubmitted) =>
  (await shown(output)).appliedRules.filter(({ shadow }) => shadow).map(({ ruleId }) => ruleId);

describe('outcomes of shadow rules', () => {
  test('follow those of the result, which stays unchanged', async () => {
    const output = aSubmission();
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    const before = await shown(output);

    await t.shadow(aShadow(output, { appliedRules: [EXACT, JUDGED] }));

    const after = await shown(output);
    const { appliedRules: live, ...rest } = before;
    expect(live.every(({ shadow }) => !shadow)).toBe(true);
    expect(after).toEqual({
      ...rest,
      appliedRules: [
        ...live,
        expect.objectContaining({ ruleId: 's1', shadow: true, outcome: 'error' }),
        expect.objectContaining({
          ...{ ruleId: 's2', ruleVersion: 4, shadow: true, outcome: 'failed', summary: WORDS },
          ...{ model: 'm', confidence: 0.2, costUsd: 0.5 },
        }),
      ],
    });
  });

  test('are found by no search, counted nowhere and sent to no one', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    const api = await t.as(aPerson(workspaceId));
    const [timeline, list] = await Promise.all([
      api.get(`/api/logs/${id}/timeline`),
      api.get('/api/logs'),
    ]);
    const told = t.published.length;
    const deliveries = await deliveriesOf(workspaceId);

    await t.shadow(aShadow(output, { appliedRules: [JUDGED] }));
    expect(await shadowsOf(output)).toEqual(['s2']);

    expect((await api.get(`/api/logs/${id}/timeline`)).body).toEqual(timeline.body);
    expect((await api.get('/api/logs')).body).toEqual(list.body);
    for (const query of ['ruleId=s2', 'ruleOutcome=failed', 'ruleId=s2&ruleOutcome=failed']) {
      expect((await api.get(`/api/logs?${query}`)).body).toMatchObject({ total: 0 });
    }
    expect(t.published.slice(told).filter(({ key }) => key === `${workspaceId}/${id}`)).toEqual([]);
    expect(await deliveriesOf(workspaceId)).toEqual(deliveries);
  });

  test('may come before their result, and before the output itself', async () => {
    const [early, first] = [aSubmission(), aSubmission()];
    await t.submit(early);
    await t.shadow(aShadow(early), aShadow(first));
    expect((await shown(early)).appliedRules).toEqual([]);

    await t.submit(first);
    await t.evaluate(anEvaluation(early), anEvaluation(first));

    for (const output of [early, first]) {
      expect(await shown(output)).toMatchObject({ id: output.id, status: 'pass' });
      expect(await shadowsOf(output)).toEqual(['s2']);
    }
  });

  test('are stored once if duplicated', async () => {
    const output = aSubmission();
    await t.submit(output);
    await t.evaluate(anEvaluation(output));

    await t.shadow(aShadow(output), aShadow(output));
    await t.shadow(aShadow(output, { appliedRules: [EXACT] }));

    expect(await shadowsOf(output)).toEqual(['s2']);
  });

  test('belong to their run: late ones of a previous run change nothing', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    const other = aSubmission({ workspaceId });
    await t.submit(output, other);
    await t.evaluate(anEvaluation(output), anEvaluation(other));
    await t.shadow(aShadow(output));
    const api = await t.as(aPerson(workspaceId));
    for (const each of [id, other.id]) {
      expect((await api.post(`/api/logs/${each}/evaluate`)).status).toBe(202);
    }
    expect((await shown(output)).appliedRules).toEqual([]);
    await t.evaluate(anEvaluation(output, { run: 2 }));
    expect(await shadowsOf(output)).toEqual([]);

    await t.shadow(aShadow(output), aShadow(other));
    expect(await shadowsOf(output)).toEqual([]);
    const found = await api.get('/api/logs?ruleId=s2&ruleVersion=4');
    expect(found.body).toMatchObject({ total: 0 });
    await t.shadow(aShadow(output, { run: 2, appliedRules: [EXACT] }), aShadow(output));

    expect(await shadowsOf(output)).toEqual(['s1']);
  });

  test('are removed by a deletion and do not come back', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    await t.shadow(aShadow(output));
    const api = await t.as(aPerson(workspaceId));
    expect((await api.delete(`/api/logs/${id}`)).status).toBe(200);

    // Each in a batch of its own: of a batch, only the last run counts.
    await t.shadow(aShadow(output, { run: 1 }));
    await t.shadow(aShadow(output, { run: 2 }));

    expect((await api.get(`/api/logs/${id}`)).status).toBe(404);
    const { rows } = await t.sql.query('SELECT FROM shadow_results WHERE id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('that cannot be read become dead letters on their own, and the output stays unchanged', async () => {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    const other = aSubmission({ workspaceId });
    await t.submit(other);
    await t.evaluate(anEvaluation(other));

    await t.bus.send([
      eventOf('outputs.shadow_evaluated', { workspaceId, id }),
      eventOf('outputs.shadow_evaluated', aShadow(other)),
    ]);

    expect(await shown(output)).toMatchObject({ status: 'pass' });
    expect(await shadowsOf(output)).toEqual([]);
    expect(await shadowsOf(other)).toEqual(['s2']);
    const { rows } = await t.sql.query('SELECT topic FROM dead_letters WHERE key = $1', [
      `${workspaceId}/${id}`,
    ]);
    expect(rows).toEqual([{ topic: 'outputs.shadow_evaluated' }]);
  });

  test('wait while the database is down', async () => {
    const output = aSubmission();
    await t.submit(output);
    await t.evaluate(anEvaluation(output));
    await using outage = await t.database.startOutage();
    const sent = t.shadow(aShadow(output));
    await outage.end();
    await sent;

    expect(await shadowsOf(output)).toEqual(['s2']);
  });
});

test('outcomes of a known and an unknown output do not deadlock with the results of both', async () => {
  const known = aSubmission();
  const { workspaceId } = known;
  const unknown = aSubmission({ workspaceId });
  await t.submit(known);

  // Locks in the order of their keys, like a batch of results.
  const shadowed = await asDeadlockVictim(t.sql, async (tx) => {
    const key = [workspaceId, known.id];
    await tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE', key);
    const shadowing = t.shadow(aShadow(known), aShadow(unknown));
    await untilHeldUp(tx, 1, 'shadow_results');
    await tx.query(
      `INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
       VALUES ($1, $2, now(), now(), now(), false) ON CONFLICT DO NOTHING`,
      [workspaceId, unknown.id],
    );
    return { shadowing };
  });

  await shadowed.shadowing;
  await t.evaluate(anEvaluation(known));
  expect(await shadowsOf(known)).toEqual(['s2']);
});

test('a result that comes with a submission whose row exists does not deadlock with others', async () => {
  const output = aSubmission();
  const { workspaceId, projectId } = output;
  await t.shadow(aShadow(output));
  const count = (tx: Pick<typeof t.sql, 'query'>, status: string, slots: readonly number[]) =>
    tx.query(
      `INSERT INTO daily_counts AS c (
         workspace_id, day, project_id, task_id, status, is_decided, slot, n
       )
       SELECT $1, '2026-03-01', $2, coalesce($3, ''), $4, false, slot, 0
       FROM unnest($5::int[]) AS slots (slot)
       ON CONFLICT (workspace_id, day, project_id, task_id, status, is_decided, slot)
       DO UPDATE SET n = c.n + excluded.n`,
      [workspaceId, projectId, output.taskId, status, slots],
    );

  const { storing } = await asDeadlockVictim(t.sql, async (tx) => {
    await count(tx, 'pass', [0, 1, 3, 4]);
    const stored = Promise.all([t.submit(output), t.evaluate(anEvaluation(output))]);
    await untilHeldUp(tx, 1);
    // The order of a batch with a passed and a pending output, in the slots of submissions.
    await count(tx, 'pending', [0, 3]);
    return { storing: stored };
  });

  await storing;
  expect(await shown(output)).toMatchObject({ status: 'pass' });
});

test('an output is shown without shadow outcomes whose texts are unavailable', async () => {
  const nowhere = () => 'http://127.0.0.1:9';
  const alone = await startTestReview({
    peers: { gateway: nowhere, evaluator: nowhere, instructions: nowhere },
  });
  try {
    const output = aSubmission();
    const { workspaceId, id } = output;
    await alone.submit(output);
    await alone.evaluate(anEvaluation(output, { appliedRules: [] }));
    await alone.shadow(aShadow(output));

    const answer = await (await alone.as(aPerson(workspaceId))).get(`/api/logs/${id}`);

    expect(answer).toMatchObject({ status: 200, body: { status: 'pass', appliedRules: [] } });
  } finally {
    await alone.stop();
  }
});

test('the cost of judges in shadow is counted separately', async () => {
  const output = aSubmission();
  const { workspaceId } = output;
  await t.submit(output);
  const live = { ...JUDGED, ruleVersionId: 'r1@1', outcome: 'passed' as const };
  await t.evaluate(anEvaluation(output, { appliedRules: [live] }));
  await t.shadow(aShadow(output, { appliedRules: [JUDGED, { ...JUDGED, ruleVersionId: 's3@1' }] }));
  const api = await t.as(aPerson(workspaceId));
  const read = async (groupBy: string) => {
    const { body } = await api.get(`/api/stats?interval=day${groupBy}`);
    const { series } = body as { series: { key: string; points: object[] }[] };
    return series.map(({ key, points }) => ({ key, ...points.at(-1) }));
  };

  const counted = {
    ...{ runs: 1, pass: 1, flagged: 0, judgeCalls: 1, judgeCostUsd: 0.5 },
    ...{ shadowJudgeCalls: 2, shadowJudgeCostUsd: 1 },
  };
  await eventually(async () => expect(await read('')).toMatchObject([{ key: 'all', ...counted }]));
  expect(await read('&groupBy=project')).toMatchObject([{ key: output.projectId, ...counted }]);
  expect(await read('&groupBy=status')).toMatchObject([{ key: 'pass', judgeCostUsd: 0.5 }]);
});

async function deliveriesOf(workspaceId: string) {
  const { rows } = await t.sql.query('SELECT id FROM deliveries WHERE workspace_id = $1', [
    workspaceId,
  ]);
  return rows;
}
