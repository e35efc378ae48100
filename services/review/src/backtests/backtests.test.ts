import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AppliedRule } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { eventually } from '@output-review/runtime/testing';

import { makeAuditReader } from '../../test/audit-records.ts';
import { BacktestedWorkspace, DRAFT, forgetBacktests } from '../../test/backtested-workspace.ts';
import { useTestReview } from '../../test/test-review.ts';

type Body = Record<string, unknown>;

const t = useTestReview();
let w: BacktestedWorkspace;

beforeEach(async () => {
  w = await BacktestedWorkspace.make(t);
});

afterEach(() => forgetBacktests(t));

const byRule = (ruleVersionId: string, outcome: AppliedRule['outcome']): AppliedRule => ({
  ...{ ruleVersionId, outcome, summary: null, evaluator: 'deterministic', latencyMs: 0.1 },
});

// Text, evaluation and human decision.
const DECIDED = [
  ['We promise.', 'pass', 'rejected'],
  ['Fine.', 'pass', 'approved'],
  ['A promise.', 'fail', 'approved'],
  ['Yes.', 'fail', 'rejected'],
  ['No.', 'pass', null],
  ['We promise that.', 'pass', 'approved'],
] as const;

const flip = (
  id: string | undefined,
  [was, would, label]: readonly [string, string, string],
  excerpt: string,
) => ({ id, was, would, label, excerpt });

describe('a backtest', () => {
  test('of an unstored rule lists the verdicts that it would flip, next to human decisions', async () => {
    const ids: string[] = [];
    for (const [text, outcome, decision] of DECIDED) {
      const id = await w.anOutput(text);
      ids.push(id);
      await w.judged(id, outcome);
      if (decision) await w.api.patch(`/api/logs/${id}/decision`, { decision, comment: 'So.' });
    }
    const [first, , , fourth, , last] = ids;
    await t.sql.query(
      `UPDATE outputs SET decision_source = 'deadline', label_source = NULL WHERE id = $1`,
      [last],
    );

    const id = await w.start();
    expect(await w.get(id)).toMatchObject({ state: 'queued', total: 6, checked: 0 });
    const backtest = await w.runAll(id);

    expect(backtest).toEqual({
      ...{ id, state: 'done', ruleId: null, ruleVersion: null, filter: '', max: 1000 },
      rule: expect.objectContaining({ type: 'keyword_forbidden', value: 'promise' }),
      ...{ budgetUsd: null, total: 6, checked: 6, wouldFail: 3, newlyFailed: 2, newlyPassed: 1 },
      ...{ erred: 0, skipped: 0, agreesWithPeople: 2, disagrees: 2, costUsd: 0, error: null },
      ...{ createdBy: 'ada@example.com', createdAt: t.clock.now().toISOString() },
      finishedAt: t.clock.now().toISOString(),
    });
    expect(await w.flipsOf(id)).toEqual({
      items: [
        flip(last, ['passed', 'failed', 'none'], 'We promise that.'),
        flip(fourth, ['failed', 'passed', 'bad'], 'Yes.'),
        flip(first, ['passed', 'failed', 'bad'], 'We promise.'),
      ],
      ...{ total: 3, page: 1, limit: 50 },
    });
    await w.api.delete(`/api/logs/${last}`);
    expect(await w.flipsOf(id, '?limit=1&page=2')).toMatchObject({
      items: [{ id: first }],
      total: 2,
    });
  });

  test('of a stored rule compares with its outcomes, live or in shadow, and changes no outputs', async () => {
    const live = await w.anOutput('We promise.');
    const shadowed = await w.anOutput('Fine.');
    const never = await w.anOutput('Promise nothing, promise.');
    await w.judged(live, 'fail', [byRule('other@1', 'failed'), byRule('r1@1', 'passed')]);
    await w.judged(shadowed, 'pass', [byRule('other@1', 'passed')]);
    await w.judged(never, 'fail', [byRule('other@1', 'failed')]);
    await t.shadow({
      ...{ workspaceId: w.id, id: shadowed, run: 1, evaluatedAt: '2026-03-01T11:00:01.000Z' },
      appliedRules: [byRule('r1@2', 'failed')],
    });
    const before = await w.api.get(`/api/logs/${never}`);

    const id = await w.start({ rule: undefined, ruleId: 'r1' });

    expect(await w.runAll(id)).toMatchObject({
      ...{ ruleId: 'r1', ruleVersion: 2, checked: 3, newlyFailed: 2, newlyPassed: 1 },
    });
    expect(await w.flipsOf(id)).toMatchObject({
      items: [
        { id: never, was: null, would: 'failed' },
        { id: shadowed, was: 'failed', would: 'passed' },
        { id: live, was: 'passed', would: 'failed' },
      ],
    });
    expect((await w.api.get(`/api/logs/${never}`)).body).toEqual(before.body);
    expect(await w.api.get('/api/rules/backtests?ruleId=r1')).toMatchObject({
      body: { items: [{ id }], total: 1 },
    });
    expect((await w.api.get('/api/rules/backtests?ruleId=r2')).body).toMatchObject({ items: [] });
  });

  test('covers the newest outputs of its filter, and none that arrive while it runs', async () => {
    await w.anOutput('Older.', { model: 'm' });
    await w.anOutput('Newer.', { model: 'm' });
    await w.anOutput('Newest.', { model: 'other' });
    const id = await w.start({ filter: '?model=m&sortBy=model&page=3', max: 1 });
    await w.anOutput('Late.', { model: 'm' });

    expect(await w.runAll(id)).toMatchObject({ total: 1, checked: 1 });

    expect(t.evaluator.backtests.calls).toEqual([['Newer.']]);
  });

  test('with a filter that matches nothing is done at once', async () => {
    const id = await w.start({ filter: 'model=none' });

    expect(await w.get(id)).toMatchObject({ state: 'done', total: 0, checked: 0 });
    expect(await w.start()).not.toBe(id);
  });

  test('is the only one of its workspace: a second is refused until the first ends or is cancelled', async () => {
    await w.anOutput('Fine.');
    const id = await w.start();

    expect(await w.api.post('/api/rules/backtests', { rule: DRAFT, max: 1 })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    expect(await w.api.delete(`/api/rules/backtests/${id}`)).toMatchObject({ body: { ok: true } });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((max) => w.api.post('/api/rules/backtests', { rule: DRAFT, max })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    expect(await w.get(id)).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
    expect((await w.api.delete(`/api/rules/backtests/${id}`)).status).toBe(200);
    const records = await makeAuditReader(t).recorded(w.id, 3);
    expect(records.map(({ action }) => action)).toEqual([
      ...['backtest.started', 'backtest.cancelled', 'backtest.started'],
    ]);
  });

  test('is kept while it is among the last 20', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      t.clock.advance(1000);
      ids.push(await w.start({ filter: 'model=none' }));
    }

    const { body } = await w.api.get('/api/rules/backtests?limit=100');

    expect((body as { items: Body[] }).items.map((each) => each['id'])).toEqual(
      ids.slice(2).reverse(),
    );
  });
});

describe('failures during a backtest:', () => {
  /** Blocks the evaluator at its first response. */
  function holdEvaluator() {
    const { backtests } = t.evaluator;
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    backtests.behave(async (body) => {
      const applied = backtests.applied(body);
      if (backtests.calls.length === 1) await held;
      return applied;
    });
    const isAsked = () => eventually(() => expect(backtests.calls).toHaveLength(1));
    return { release, isAsked };
  }

  test('a second run does not work on a claimed backtest', async () => {
    await w.anOutput('We promise.');
    const id = await w.start();
    const { release, isAsked } = holdEvaluator();
    const first = w.run();
    await isAsked();

    expect(await w.run()).toMatchObject({ status: 200, body: { isBusy: false } });

    release();
    await first;
    expect(await w.get(id)).toMatchObject({ state: 'done', checked: 1, wouldFail: 1 });
    expect(t.evaluator.backtests.calls).toHaveLength(1);
  });

  test('after a takeover, each output counts once and late results of the former owner are dropped', async () => {
    const ids = [await w.anOutput('We promise.'), await w.anOutput('Fine.')];
    for (const each of ids) await w.judged(each, 'pass');
    const id = await w.start();
    const { release, isAsked } = holdEvaluator();
    const first = w.run();
    await isAsked();
    await t.sql.query(`UPDATE backtests SET lease_until = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 2, newlyFailed: 1 });
    release();
    await first;

    expect(await w.get(id)).toMatchObject({ checked: 2, wouldFail: 1, newlyFailed: 1 });
    expect(await w.flipsOf(id)).toMatchObject({ total: 1 });
  });

  test('a backtest that is cancelled during a batch drops the batch and does not continue', async () => {
    await w.anOutput('We promise.');
    const id = await w.start();
    const { release, isAsked } = holdEvaluator();
    const running = w.run();
    await isAsked();

    await w.api.delete(`/api/rules/backtests/${id}`);
    release();
    await running;

    expect(await w.get(id)).toMatchObject({ state: 'cancelled', checked: 0 });
    expect(await w.run()).toMatchObject({ body: { isBusy: false } });
  });

  test('it waits while the evaluator is down', async () => {
    await w.anOutput('We promise.');
    const id = await w.start();
    const { backtests } = t.evaluator;
    backtests.behave(() => {
      throw new AppError('UNAVAILABLE', 'Away.');
    });

    expect(await w.run()).toMatchObject({ status: 200, body: { isBusy: false } });
    expect(await w.get(id)).toMatchObject({ state: 'running', checked: 0, error: null });
    backtests.behave();

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 1, wouldFail: 1 });
  });

  test('an output that the evaluator refuses counts as an error', async () => {
    for (const text of ['promise 1', 'fine 2', 'poison', 'promise 4', 'fine 5']) {
      await w.anOutput(text);
    }
    const id = await w.start();
    const { backtests } = t.evaluator;
    backtests.behave((body) => {
      if (body.outputs.some(({ content }) => content.output === 'poison')) {
        throw new AppError('VALIDATION_FAILED', 'Poison.');
      }
      return backtests.applied(body);
    });

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 5, erred: 1, wouldFail: 2 });
  });

  test('an output that cannot be read counts as an error', async () => {
    await w.anOutput('{"promise":1}');
    const broken = await w.anOutput('{"promise":1}');
    await w.anOutput('{"a":1}');
    await t.sql.query(`UPDATE output_bodies SET metadata = '{' WHERE id = $1`, [broken]);
    const id = await w.start({ rule: { ...DRAFT, type: 'json_field_exists' } });

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 3, erred: 1, wouldFail: 1 });
  });

  test('outputs that the evaluator had no time for are sent again', async () => {
    for (const text of ['promise 1', 'fine 2', 'promise 3']) await w.anOutput(text);
    const id = await w.start();
    const { backtests } = t.evaluator;
    backtests.behave((body) => {
      const applied = backtests.applied(body);
      return { ...applied, outcomes: applied.outcomes.slice(0, 1), paused: 'time' };
    });

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 3, wouldFail: 2 });
    expect(backtests.calls.map((texts) => texts.length)).toEqual([3, 2, 1]);
  });
});
