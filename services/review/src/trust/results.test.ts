import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AppliedRule, RuleResults } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { makeDrawSample } from '@output-review/shared-kernel';

import { anEvaluation, aPerson, AUDIT_KEY, useTestReview } from '../../test/test-review.ts';
import { aTrustedWorkspace, type TrustedWorkspace } from '../../test/trusted-workspace.ts';
import { readVersionCounts } from './trust.sql.ts';

const t = useTestReview({ jobsEveryMs: { countNews: 100 } });
let workspace: TrustedWorkspace;

beforeEach(async () => {
  workspace = await aTrustedWorkspace(t);
});

/** Outputs that failed the rule, that many bad and good. */
async function held(bad: number, good: number): Promise<void> {
  for (let n = 0; n < bad + good; n += 1) {
    const id = await workspace.anOutput(['r1@1:failed']);
    await workspace.decided(id, n < bad ? 'rejected' : 'approved');
  }
}

const draw = makeDrawSample(AUDIT_KEY);

/** An ID that a sample rate of one half draws, or not. */
function anId(isDrawn: boolean): string {
  const id = newId();
  return draw(workspace.id, id) < 0.5 === isDrawn ? id : anId(isDrawn);
}

async function samples(): Promise<string[]> {
  const query = 'sampled=true&humanDecision=none&limit=100&fields=id';
  const { body } = await workspace.api.get(`/api/logs?${query}`);
  return (body as { executions: { id: string }[] }).executions.map(({ id }) => id);
}

describe('samples', () => {
  test('represent all that passed', async () => {
    await workspace.sample(0.5);
    await held(14, 6);
    const passed: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      passed.push(await workspace.anOutput(['r1@1:passed'], { id: anId(n % 2 === 0) }));
    }
    const drawn = await samples();
    expect(drawn.toSorted()).toEqual(passed.filter((_, n) => n % 2 === 0).toSorted());
    expect(await workspace.counted()).toMatchObject({
      ...{ recall: null, unlabelled: ['passed'], needed: 10 },
    });
    // Chosen, so it does not represent the others.
    await workspace.decided(passed[1]!, 'rejected');
    const labelled = drawn.slice(0, 10);
    for (const [n, id] of labelled.entries()) {
      await workspace.decided(id, n === 0 ? 'rejected' : 'approved');
    }

    const missed = 1 + 39 / 10;
    expect(await workspace.counted()).toMatchObject({
      ...{ checked: 60, failed: 20, labelled: 31, upheld: 14, overruled: 6, missed: 2, needed: 0 },
      ...{ unlabelled: [], precision: { value: 14 / 20 } },
      recall: { value: expect.closeTo(14 / (14 + missed), 9) },
      agreement: { value: expect.closeTo((14 + 40 - missed) / 60, 9) },
    });
  });
});

describe('results', () => {
  test('are grouped by rule and version, for a range, a project and a task', async () => {
    const old = '2026-02-01T23:59:59.000Z';
    await workspace.anOutput(['r1@1:passed', 'r2@3:failed'], { timestamp: old });
    const task = { taskId: newId(), taskName: 'Triage' };
    await workspace.anOutput(['r1@2:failed'], task);
    const of = async (query: string) =>
      (await workspace.results(query)).map(({ ruleId, version }) => `${ruleId}@${version}`);

    expect(await of('')).toEqual(['r1@2', 'r1@1', 'r2@3']);
    // Whole days are counted.
    expect(await of('to=2026-02-01T10:00:00Z')).toEqual(['r1@1', 'r2@3']);
    expect(await of('from=2026-02-02')).toEqual(['r1@2']);
    expect(await of('project=support')).toEqual(['r1@2', 'r1@1', 'r2@3']);
    expect(await of('project=support&task=TRIAGE')).toEqual(['r1@2']);
    expect(await of('task=nothing')).toEqual([]);
    expect((await workspace.results('to=2026-02-01'))[0]).toMatchObject({
      ...{ from: '2026-02-01T00:00:00.000Z', to: '2026-02-01T23:59:59.999Z' },
      ...{ ruleName: 'Name of r1@1', ruleType: 'keyword_forbidden', shadow: false },
      ...{ costUsd: 0, p50Ms: null },
    });
  });

  test('of one rule match the list, are empty without results, and 404 without the rule', async () => {
    await workspace.anOutput(['r1@1:passed', 'r2@1:failed']);
    const get = (id: string) => workspace.api.get(`/api/rules/${id}/results`);
    const [, second] = await workspace.results();
    expect(await get('r2')).toMatchObject({ status: 200, body: [second] });
    expect(await get('unused')).toMatchObject({ status: 200, body: [] });
    expect(await get('unknown')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const foreign = await t.as(aPerson(newId()));
    expect(await foreign.get('/api/rules/r2/results')).toMatchObject({ status: 404 });
    expect(await foreign.get('/api/rules/results')).toMatchObject({ status: 200, body: [] });
  });

  test('read no more rows when outputs have more combinations of outcomes', async () => {
    for (let n = 1; n <= 6; n += 1) {
      await workspace.anOutput([
        'r1@1:passed',
        n % 2 === 0 ? 'r2@1:passed' : 'r2@1:failed',
        `r3@${n}:passed`,
      ]);
    }
    const everywhere = { firstDay: null, lastDay: null, projectIds: null, taskIds: null };

    const rows = await readVersionCounts(t.sql, { workspaceId: workspace.id, ...everywhere });

    const ended = rows.map(({ versionId, outcome, n }) => [versionId, outcome, n]);
    expect(ended.filter(([versionId]) => !String(versionId).startsWith('r3')).sort()).toEqual([
      ['r1@1', 'passed', 3],
      ['r1@1', 'passed', 3],
      ['r2@1', 'failed', 3],
      ['r2@1', 'passed', 3],
    ]);
    expect(rows).toHaveLength(4 + 6);
  });

  test.each([
    ['from=2026-02-01&to=2026-01-01', 'from'],
    ['from=2026-02-01T10:00:00Z&to=2026-02-01T09:00:00Z', 'from'],
    ['to=soon', 'to'],
    ['labels=many', 'labels'],
  ])('cannot be requested with %s', async (query, field) => {
    const answer = await workspace.api.get(`/api/rules/results?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect((answer.body as { fields: object }).fields).toHaveProperty([field]);
  });
});

test('a judge is also grouped by model, the latest first', async () => {
  const day = (n: number) => `2026-02-0${n}T12:00:00.000Z`;
  const judged = async (model: string | null, n: number, outcome: 'passed' | 'failed') => {
    const id = await workspace.submitted({ timestamp: day(n) });
    const call = { llmOutput: null, inputTokens: 9, outputTokens: 1, attempts: 1, costUsd: null };
    const rule: AppliedRule = {
      ...{ ruleVersionId: 'j1@1', outcome, evaluator: 'llm', latencyMs: 9, summary: null },
      judge: { provider: 'openai', model, confidence: 0.9, ...call },
    };
    const verdict = outcome === 'passed' ? 'pass' : 'fail';
    const output = { workspaceId: workspace.id, id };
    await t.evaluate(anEvaluation(output, { outcome: verdict, appliedRules: [rule] }));
    return id;
  };
  for (let n = 0; n < 30; n += 1) {
    await workspace.decided(await judged('gpt: a|b', 2, 'failed'), 'rejected');
    await workspace.decided(
      await judged('ein größeres', 1, 'failed'),
      n < 15 ? 'rejected' : 'approved',
    );
  }
  await judged('neu', 2, 'passed');
  await judged(null, 3, 'passed');

  const { models, checked, search } = await workspace.counted('labels=all');
  expect(checked).toBe(62);
  expect(models).toMatchObject([
    { model: 'gpt: a|b', checked: 30, labelled: 30, agreement: { value: 1 } },
    { model: 'neu', checked: 1, labelled: 0, agreement: null },
    { model: 'ein größeres', checked: 30, labelled: 30, agreement: { value: 0.5 } },
  ]);
  expect(models[0]).toMatchObject({
    from: '2026-02-02T00:00:00.000Z',
    to: '2026-02-02T23:59:59.999Z',
  });
  expect(await workspace.found(search.failed)).toBe(60);
  await workspace.anOutput(['r1@1:passed']);
  const [, plain] = await workspace.results();
  expect(plain).toMatchObject({ ruleId: 'r1', models: [] });
});

test('judge usage of a version is counted once, evaluated again or not', async () => {
  const call = { llmOutput: null, inputTokens: 9, outputTokens: 1, attempts: 1 };
  const judged = (latencyMs: number, costUsd: number | null): AppliedRule => ({
    ...{ ruleVersionId: 'j1@1', outcome: 'passed', evaluator: 'llm', latencyMs, summary: null },
    judge: { provider: 'openai', model: 'm', confidence: 0.9, costUsd, ...call },
  });
  const evaluate = (id: string, rule: AppliedRule, run = 1) =>
    t.evaluate(anEvaluation({ workspaceId: workspace.id, id }, { appliedRules: [rule], run }));
  const [first, second] = [await workspace.submitted(), await workspace.submitted()];
  await evaluate(first, judged(100, 0.25));
  await evaluate(second, judged(100, null));
  const countedOf = (expected: Partial<RuleResults>) =>
    eventually(async () => {
      expect(await workspace.counted()).toMatchObject(expected);
    });
  await countedOf({ checked: 2, costUsd: 0.25 });

  await workspace.api.post(`/api/logs/${first}/evaluate`);
  await evaluate(first, judged(3_000, 0.5), 2);
  await countedOf({ checked: 2, costUsd: 0.75 });
  const { p50Ms } = await workspace.counted();
  expect(Math.abs(p50Ms! - 100)).toBeLessThan(10);

  const shadowed = { ...judged(3_000, 1), ruleVersionId: 's1@1' };
  const evaluatedAt = t.clock.now().toISOString();
  const key = { workspaceId: workspace.id, id: second };
  await t.shadow({ ...key, run: 1, evaluatedAt, appliedRules: [shadowed] });
  await eventually(async () => {
    const [, shadow] = await workspace.results();
    expect(shadow).toMatchObject({ ruleId: 's1', shadow: true, checked: 1, costUsd: 1 });
  });
});
