import { expect, test } from '@jest/globals';
import { outputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { anOutputForTwo, APPROVED, WAITING } from '../../test/approvers.ts';
import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview({ jobsEveryMs: { countNews: 100 } });

interface Series {
  readonly key: string | null;
  readonly points: readonly Readonly<Record<string, unknown>>[];
}

const DAY = { from: '2026-03-01T00:00:00Z', to: '2026-03-01T23:00:00Z' };

async function read(workspaceId: string, query: Readonly<Record<string, string>>) {
  const api = await t.as(aPerson(workspaceId, 'viewer'));
  const answer = await api.get(`/api/stats?${new URLSearchParams(query).toString()}`);
  return { ...answer, series: (answer.body as { series: Series[] }).series };
}

function judgedRule(costUsd: number | null, latencyMs: number) {
  const judge = { provider: 'openai', model: 'm', confidence: 1, llmOutput: 'Fine.', costUsd };
  return {
    ...{ ruleVersionId: 'r2@1', outcome: 'passed' as const, summary: null, latencyMs },
    ...{
      evaluator: 'llm' as const,
      judge: { ...judge, inputTokens: 9, outputTokens: 1, attempts: 1 },
    },
  };
}

/** Three results of two models in a workspace, one decided a minute later and one flagged. */
async function fill(workspaceId: string) {
  const content = { ...outputsSubmitted.examples.valid.content, costUsd: 0.5 };
  const given = { workspaceId, content, model: 'small', instructionsVersion: 3 };
  const [passed, failed, other] = [
    aSubmission(given),
    aSubmission(given),
    aSubmission({ ...given, model: null, content: { ...content, costUsd: 2 } }),
  ];
  await t.submit(passed, failed, other);
  const evaluatedAt = t.clock.now().toISOString();
  await t.evaluate(
    anEvaluation(passed, {
      evaluatedAt,
      appliedRules: [judgedRule(0.25, 300), judgedRule(null, 100)],
    }),
    anEvaluation(failed, { evaluatedAt, outcome: 'fail' }),
    anEvaluation(other, { evaluatedAt, outcome: 'error' }),
  );
  t.clock.advance(60_000);
  const api = await t.as(aPerson(workspaceId));
  await api.patch(`/api/logs/${failed.id}/decision`, { decision: 'rejected' });
  await api.patch(`/api/logs/${passed.id}/status`, { status: 'flagged' });
  return { passed, failed, other };
}

test('results, flags, decisions and costs are counted once, and deletion does not reduce them', async () => {
  const workspaceId = newId();
  const { failed } = await fill(workspaceId);
  const counted = {
    ...{ at: '2026-03-01T00:00:00.000Z', runs: 3, pass: 1, flagged: 2, error: 1, decided: 1 },
    ...{ costUsd: 3, judgeCalls: 2, judgeCostUsd: 0.25, meanJudgeMs: 200 },
  };

  await eventually(async () => {
    const { series } = await read(workspaceId, DAY);
    expect(series).toMatchObject([{ key: 'all', points: [counted] }]);
  });
  await (await t.as(aPerson(workspaceId))).delete(`/api/logs/${failed.id}`);
  const { rows } = await t.sql.query<{ n: string }>('SELECT max(n) AS n FROM output_events');
  await eventually(async () => {
    const sql = 'SELECT 1 FROM statistics_progress WHERE n >= $1';
    expect((await t.sql.query(sql, [rows[0]?.n])).rows).toHaveLength(1);
  });

  const { series } = await read(workspaceId, DAY);
  expect(series).toMatchObject([{ points: [counted] }]);
  const { p50DecisionMs, p90DecisionMs } = series[0]!.points[0]!;
  expect(Math.abs(Number(p50DecisionMs) - 60_000)).toBeLessThan(6_000);
  expect(p90DecisionMs).toBe(p50DecisionMs);
});

test('a result that another run replaces before it is counted counts neither its costs nor its judges', async () => {
  const workspaceId = newId();
  const content = { ...outputsSubmitted.examples.valid.content, costUsd: 0.5 };
  const output = aSubmission({ workspaceId, content });
  await t.submit(output);
  const evaluatedAt = t.clock.now().toISOString();
  const judged = (costUsd: number) => ({ evaluatedAt, appliedRules: [judgedRule(costUsd, 100)] });

  // Events after a transaction that is still open are not counted.
  await t.sql.transaction(async (tx) => {
    await tx.query('SELECT pg_current_xact_id()');
    await t.evaluate(anEvaluation(output, judged(0.25)));
    const again = await (await t.as(aPerson(workspaceId))).post(`/api/logs/${output.id}/evaluate`);
    expect(again.status).toBe(202);
    await t.evaluate(anEvaluation(output, { ...judged(8), run: 2 }));
  });

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'runs')).toBe(2));
  const [point] = await pointsOf(workspaceId);
  expect(point).toMatchObject({ costUsd: 0.5, judgeCalls: 1, judgeCostUsd: 8 });
});

test('a judge is counted whatever its text, also with characters that PostgreSQL refuses in JSON', async () => {
  const workspaceId = newId();
  const rule = judgedRule(0.25, 100);
  // As a model that writes only ASCII escapes it.
  const escaped = '{"explanation":"\\ud83d\\ude0a \\u0000 \\\\ud83d"}';
  const rules = [
    { ...rule, judge: { ...rule.judge, llmOutput: escaped } },
    { ...rule, summary: 'Half a smile: \ud83d, \u0000, \\\ud83d and \\ud83d.' },
  ];
  const outputs = rules.map(() => aSubmission({ workspaceId }));
  await t.submit(...outputs);
  const evaluatedAt = t.clock.now().toISOString();
  for (const [place, output] of outputs.entries()) {
    await t.evaluate(anEvaluation(output, { evaluatedAt, appliedRules: [rules[place]!] }));
  }

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'runs')).toBe(2));
  expect(await pointsOf(workspaceId)).toMatchObject([{ judgeCalls: 2, judgeCostUsd: 0.5 }]);
  const results = await (await t.as(aPerson(workspaceId))).get('/api/rules/results');
  expect(results.body).toMatchObject([{ costUsd: 0.5 }]);
});

test('costs whose sum overflows do not stop statistics', async () => {
  const workspaceId = newId();
  // An older release accepted this from callers, and judge providers may still report it.
  const content = { ...outputsSubmitted.examples.valid.content, costUsd: 1e308 };
  const outputs = [aSubmission({ workspaceId, content }), aSubmission({ workspaceId, content })];
  await t.submit(...outputs);
  const evaluatedAt = t.clock.now().toISOString();
  const appliedRules = [judgedRule(1e308, 100), judgedRule(1e308, 100)];
  await t.evaluate(...outputs.map((each) => anEvaluation(each, { evaluatedAt, appliedRules })));

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'runs')).toBe(2));
});

test('series are grouped as requested, those with most runs first, with a point for every hour', async () => {
  const workspaceId = newId();
  const { passed } = await fill(workspaceId);
  const keysBy = async (groupBy: string) => {
    const { series } = await read(workspaceId, { ...DAY, interval: 'hour', groupBy });
    return series.map(({ key, points }) => [key, points.length, sum(points, 'runs')]);
  };

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'decided')).toBe(1));

  expect(await keysBy('model')).toEqual([
    ['small', 24, 2],
    [null, 24, 1],
  ]);
  expect(await keysBy('instructionsVersion')).toEqual([['3', 24, 3]]);
  expect(await keysBy('project')).toEqual([[passed.projectId, 24, 3]]);
  expect(new Set((await keysBy('status')).map(([key]) => key))).toEqual(
    new Set(['pass', 'flagged', 'error']),
  );
  expect(await keysBy('task')).toEqual([[passed.taskId, 24, 3]]);
  const whole = await read(workspaceId, {
    ...DAY,
    from: '2026-02-27T13:10:00Z',
    interval: 'range',
  });
  expect(whole.series).toMatchObject([
    { key: 'all', points: [{ at: '2026-02-27T13:00:00.000Z', runs: 3, decided: 1 }] },
  ]);
});

test('half of the decisions took at most the median, and nine in ten at most the other quantile', async () => {
  const workspaceId = newId();
  const outputs = Array.from({ length: 10 }, () => aSubmission({ workspaceId }));
  await t.submit(...outputs);
  const evaluatedAt = t.clock.now().toISOString();
  await t.evaluate(
    ...outputs.map((output) => anEvaluation(output, { evaluatedAt, outcome: 'fail' })),
  );
  for (const [place, { id }] of outputs.entries()) {
    // Six within a second, three after a minute, one after ten.
    t.clock.advance(place === 6 ? 60_000 : place === 9 ? 540_000 : 100);
    // Later calls need a later sign-in.
    const api = await t.as(aPerson(workspaceId));
    const decided = await api.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
    expect(decided.status).toBe(200);
  }

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'decided')).toBe(10));

  for (const interval of ['hour', 'day', 'week', 'range']) {
    const { series } = await read(workspaceId, { ...DAY, interval });
    const point = series[0]!.points.find(({ decided }) => decided === 10)!;
    expect(Number(point['p50DecisionMs'])).toBeLessThan(1_200);
    expect(Number(point['p90DecisionMs'])).toBeGreaterThan(50_000);
    expect(Number(point['p90DecisionMs'])).toBeLessThan(70_000);
  }
});

const pointsOf = async (workspaceId: string) =>
  (await read(workspaceId, DAY)).series.flatMap(({ points }) => points);

const sum = (points: Series['points'], name: string) =>
  points.reduce((all, point) => all + Number(point[name]), 0);

test.each([
  [{ from: '2026-03-01', to: '2026-03-01', interval: 'range' }, 1],
  [{ from: '2026-02-28', to: '2026-03-01', interval: 'hour' }, 48],
  [{ from: '2026-W09-7', to: '2026-060', interval: 'hour' }, 24],
  [{ from: '2026-03-01T10', to: '2026-03-01T13:30:00,5+01', interval: 'hour' }, 3],
])('the times of a span are read like those of a search: %j', async (span, points) => {
  const workspaceId = newId();
  await t.submitEvaluated('pass', { workspaceId });
  const counted = async () => (await read(workspaceId, span)).series;

  await eventually(async () => expect(await counted()).toMatchObject([{ key: 'all' }]));
  const [all] = await counted();
  expect([all!.points.length, sum(all!.points, 'runs')]).toEqual([points, 1]);
});

test('an empty workspace, a reversed span and a span that is too long get an answer', async () => {
  const workspaceId = newId();

  expect(await read(workspaceId, {})).toMatchObject({ status: 200, series: [] });
  const backwards = await read(workspaceId, { from: DAY.to, to: '2026-02-01' });
  expect(backwards).toMatchObject({ status: 400, body: { fields: { from: expect.any(String) } } });
  const long = await read(workspaceId, { from: '2020-01-01', to: '2026-01-01', interval: 'hour' });
  expect(long).toMatchObject({ status: 400, body: { fields: { interval: expect.any(String) } } });
});

type Person = ReturnType<typeof aPerson>;

test('decisions are grouped by reviewer and reason, with the number that others overrode later', async () => {
  const workspaceId = newId();
  const decisionReasons = ['tone', 'facts'].map((id) => ({ id, name: id, isActive: true }));
  await (
    await t.as({ kind: 'service', service: 'gateway' })
  ).patch('/internal/notification-settings', {
    workspaceId,
    change: { decisionReasons },
    isTrial: false,
  });
  const outputs = [aSubmission({ workspaceId }), aSubmission({ workspaceId })];
  await t.submit(...outputs);
  const evaluatedAt = t.clock.now().toISOString();
  await t.evaluate(
    ...outputs.map((output) => anEvaluation(output, { evaluatedAt, outcome: 'fail' })),
  );
  const [ada, ben, eve] = ['ada', 'ben', 'eve'].map((name) => ({
    ...aPerson(workspaceId, name === 'ada' ? 'manager' : 'reviewer'),
    ...{ userId: newId(), email: `${name}@example.com` },
  })) as [Person, Person, Person];
  const decide = async (by: Person, place: number, body: object) => {
    const path = `/api/logs/${outputs[place]!.id}/decision`;
    expect((await (await t.as(by)).patch(path, body)).status).toBe(200);
  };
  const rejected = { decision: 'rejected', reasonIds: ['tone', 'facts'] };
  t.clock.advance(60_000);
  await decide(ben, 0, rejected);
  await decide(ben, 1, { decision: 'rejected', reasonIds: ['tone'] });
  // People who change their own decision are not overridden.
  await decide(ben, 1, { decision: 'approved', override: true });
  t.clock.advance(3_600_000);
  await decide(ada, 0, { decision: 'approved', override: true });

  const told = async (by: Person, groupBy: string) => {
    const api = await t.as(by);
    const path = `/api/stats?${new URLSearchParams({ ...DAY, interval: 'range', groupBy }).toString()}`;
    const { series } = (await api.get(path)).body as { series: Series[] };
    return series.map(({ key, points: [point] }) => [key, point?.['runs'], point?.['overridden']]);
  };
  await eventually(async () => {
    expect(await told(ada, 'decidedBy')).toEqual([
      ['ben@example.com', 3, 1],
      ['ada@example.com', 1, 0],
    ]);
  });
  const reasons = [
    ['tone', 2, 1],
    ['facts', 1, 1],
  ];
  expect(await told(ada, 'reason')).toEqual(reasons);
  expect(await told(ben, 'decidedBy')).toEqual([['ben@example.com', 3, 1]]);
  expect(await told(ben, 'reason')).toEqual(reasons);
  expect([await told(eve, 'decidedBy'), await told(eve, 'reason')]).toEqual([[], []]);
  const { series } = await read(workspaceId, DAY);
  expect(series[0]!.points.map(({ decided, overridden }) => [decided, overridden])).toEqual([
    [4, 1],
  ]);
  const { series: hours } = await read(workspaceId, { ...DAY, interval: 'hour' });
  expect(hours[0]!.points.map(({ overridden }) => overridden).filter(Boolean)).toEqual([1]);
});

test('a decision that several approvals of others replace is overridden by them', async () => {
  const workspaceId = newId();
  /** An output that needs two approvals and that Ben rejected, followed by actions of others a second apart. */
  const rejected = async () => {
    const output = await anOutputForTwo(t, { outcome: 'fail', submission: { workspaceId } });
    const later = async (by: string, body: object) => {
      t.clock.advance(1_000);
      return output.decide(by, body);
    };
    expect((await later('ben', { decision: 'rejected' })).status).toBe(200);
    const approve = (by: string) => later(by, { decision: 'approved', override: true });
    return { ...output, later, approve };
  };

  const overruled = await rejected();
  expect(await overruled.approve('ann')).toMatchObject(WAITING);
  expect(await overruled.approve('cyn')).toMatchObject(APPROVED);
  // He changed his own decision.
  const own = await rejected();
  expect(await own.approve('ben')).toMatchObject(WAITING);
  expect(await own.approve('ann')).toMatchObject(APPROVED);
  const upheld = await rejected();
  expect(await upheld.approve('ann')).toMatchObject(WAITING);
  expect((await upheld.later('cyn', { decision: 'rejected' })).status).toBe(200);
  const flagged = await rejected();
  await (await flagged.as('dan')).patch(`/api/logs/${flagged.id}/status`, { status: 'flagged' });
  expect(await flagged.approve('ann')).toMatchObject(WAITING);
  expect(await flagged.approve('cyn')).toMatchObject(APPROVED);
  // The decision that cleared it no longer counts.
  const left = await rejected();
  expect(await left.approve('dan')).toMatchObject(WAITING);
  left.demote('dan');
  expect(await left.approve('ann')).toMatchObject(WAITING);
  expect(await left.approve('cyn')).toMatchObject(APPROVED);

  await eventually(async () => expect(sum(await pointsOf(workspaceId), 'decided')).toBe(10));
  const by = { ...DAY, interval: 'range', groupBy: 'decidedBy' };
  const api = await t.as(aPerson(workspaceId));
  const { series } = (await api.get(`/api/stats?${new URLSearchParams(by).toString()}`)).body as {
    series: Series[];
  };
  const told = series.map(({ key, points: [point] }) => [
    key,
    point?.['runs'],
    point?.['overridden'],
  ]);
  expect(told).toContainEqual(['ben@example.com', 5, 1]);
  expect(sum(await pointsOf(workspaceId), 'overridden')).toBe(1);
});
