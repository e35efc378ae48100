import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@output-review/runtime';
import { cutFirstChange } from '@output-review/runtime/testing';

import { BacktestedWorkspace, DRAFT, forgetBacktests } from '../../test/backtested-workspace.ts';
import { aPerson, startTestReview, useTestReview } from '../../test/test-review.ts';
import { startReview } from '../service.ts';

type Body = Record<string, unknown>;

const t = useTestReview();
let w: BacktestedWorkspace;

beforeEach(async () => {
  w = await BacktestedWorkspace.make(t);
});

afterEach(() => forgetBacktests(t));

const JUDGE = { name: 'Tone', type: 'llm_judge', value: 'rude' };

describe('a judge', () => {
  const costing = (costUsd: number, isCostKnown = true) =>
    t.evaluator.backtests.behave((body) => ({
      ...{ ...t.evaluator.backtests.applied(body), costUsd, isCostKnown },
    }));

  async function outputs(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) await w.anOutput(`Some ${n} words.`);
  }

  test('is estimated by the text that it would read', async () => {
    await outputs(3);
    t.evaluator.backtests.prices = { inputPerMillion: 1, outputPerMillion: 5 };
    const estimate = async (body: Body) =>
      (await w.api.post('/api/rules/backtests', { max: 100, estimate: true, ...body }))
        .body as Body;

    const { total, costUsd } = await estimate({ rule: JUDGE });
    expect(total).toBe(3);
    // A few thousand tokens in, a few hundred out.
    expect(costUsd).toBeGreaterThan(0.002);
    expect(costUsd).toBeLessThan(0.004);
    expect(await estimate({ rule: JUDGE, max: 1 })).toMatchObject({ total: 1 });
    t.evaluator.backtests.prices = null;
    expect(await estimate({ rule: JUDGE })).toEqual({ total: 3, costUsd: null });
    expect(await estimate({ rule: DRAFT })).toEqual({ total: 3, costUsd: 0 });
    expect(await estimate({ rule: JUDGE, filter: 'model=none' })).toEqual({ total: 0, costUsd: 0 });
    expect((await w.api.get('/api/rules/backtests')).body).toMatchObject({ items: [] });
  });

  test('ends when its budget is used up, and keeps what was checked', async () => {
    await outputs(12);
    costing(0.5);
    const id = await w.start({ rule: JUDGE, budgetUsd: 0.6 });

    expect(await w.runAll(id)).toMatchObject({
      ...{ state: 'failed', total: 12, checked: 8, costUsd: 1 },
      error:
        'The budget is used up. To check more outputs, start another backtest with a larger budget.',
    });
    expect(t.evaluator.backtests.calls.map((texts) => texts.length)).toEqual([4, 4]);
  });

  test('with unknown cost does not run under a budget', async () => {
    await outputs(5);
    costing(0, false);
    const id = await w.start({ rule: JUDGE, budgetUsd: 5 });

    expect(await w.runAll(id)).toMatchObject({
      ...{ state: 'failed', checked: 4, error: expect.stringContaining('Set its prices') },
    });
    const other = await w.start({ rule: JUDGE });
    expect(await w.runAll(other)).toMatchObject({ state: 'done', checked: 5 });
  });

  test('that is down is waited for up to ten minutes, also under a budget', async () => {
    await outputs(2);
    const { backtests } = t.evaluator;
    backtests.behave((body) => ({
      ...{ ...backtests.applied(body), outcomes: [], paused: 'judge_away' },
    }));
    const id = await w.start({ rule: JUDGE, budgetUsd: 5 });

    expect(await w.run()).toMatchObject({ body: { isBusy: false } });
    expect(await w.get(id)).toMatchObject({ state: 'running', checked: 0 });
    await t.sql.query(`UPDATE backtests SET away_since = now() - interval '10 min' WHERE id = $1`, [
      id,
    ]);

    expect(await w.runAll(id)).toMatchObject({
      ...{ state: 'failed', error: expect.stringContaining('ten minutes') },
    });
  });

  test('that is down is still waited for after an hour in which nothing worked on the backtest', async () => {
    await outputs(2);
    const { backtests } = t.evaluator;
    backtests.behave((body) => ({
      ...{ ...backtests.applied(body), outcomes: [], paused: 'judge_away' },
    }));
    const id = await w.start({ rule: JUDGE });
    await w.run();
    await t.sql.query(
      `UPDATE backtests SET away_since = now() - interval '1 hour',
         claimed_at = now() - interval '59 min 55 s' WHERE id = $1`,
      [id],
    );

    await w.run();
    expect(await w.get(id)).toMatchObject({ state: 'running', checked: 0 });
    backtests.behave();

    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 2 });
  });

  test('that always fails at the only output of a batch counts as an error there if it answers for others', async () => {
    await outputs(5);
    const { backtests } = t.evaluator;
    let isAway = false;
    // The oldest, so the last one: only the judge’s answers for other outputs show that this output is at fault.
    backtests.behave((body) => {
      const texts = body.outputs.map(({ content: { output } }) => output);
      const applied = backtests.applied(body);
      const isBad = (text: string | null) => text === 'Some 0 words.';
      if (isAway || texts.every(isBad)) return { ...applied, outcomes: [], paused: 'judge_away' };
      return {
        ...{ ...applied, costUsd: 0.5 },
        outcomes: texts.map((text, n) => (isBad(text) ? 'error' : applied.outcomes[n]!)),
      };
    });
    const longAway = (id: string) =>
      t.sql.query(`UPDATE backtests SET away_since = now() - interval '10 min' WHERE id = $1`, [
        id,
      ]);
    const id = await w.start({ rule: JUDGE });
    await w.run();
    expect(await w.get(id)).toMatchObject({ state: 'running', checked: 4 });

    await longAway(id);
    expect(await w.runAll(id)).toMatchObject({ state: 'done', checked: 5, erred: 1, costUsd: 1 });
    expect(backtests.calls.slice(-2)).toEqual([
      ['Some 0 words.'],
      ['Some 1 words.', 'Some 0 words.'],
    ]);

    const other = await w.start({ rule: JUDGE });
    await w.run();
    isAway = true;
    await longAway(other);
    expect(await w.runAll(other)).toMatchObject({
      ...{ state: 'failed', checked: 4, error: expect.stringContaining('ten minutes') },
    });
  });

  test('that can never answer ends the backtest with the reason', async () => {
    await outputs(2);
    const { backtests } = t.evaluator;
    backtests.behave((body) => ({
      ...{ ...backtests.applied(body), outcomes: [], failure: 'The key was refused.' },
    }));
    const id = await w.start({ rule: JUDGE });

    expect(await w.runAll(id)).toMatchObject({
      ...{ state: 'failed', error: 'The key was refused.', checked: 0 },
    });
  });
});

describe('a start request', () => {
  test.each<[string, Body, string[]]>([
    ['too many outputs', { max: 100_001 }, ['max']],
    ['no outputs', { max: 0 }, ['max']],
    ['a missing number of outputs', { max: undefined }, ['max']],
    ['an unknown filter', { filter: 'modle=x' }, ['filter']],
    ['a filter with a wrong value', { filter: 'status=fine' }, ['filter']],
    ['a filter that is not a query', { filter: 'q=%E0%A4%A' }, ['filter']],
    ['a reversed time span', { filter: 'from=2026-02-02&to=2026-02-01' }, ['filter']],
    ['a negative budget', { budgetUsd: -1 }, ['budgetUsd']],
    ['several errors', { max: 'all', rule: { ...DRAFT, type: 'no' } }, ['max', 'rule.type']],
  ])('with %s is refused with the fields at fault', async (_, body, fields) => {
    const answer = await w.api.post('/api/rules/backtests', { rule: DRAFT, max: 1, ...body });

    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(Object.keys((answer.body as { fields: Body }).fields).sort()).toEqual(fields);
    expect((await w.api.get('/api/rules/backtests')).body).toMatchObject({ total: 0 });
  });

  test('an ID of another workspace and an insufficient role are refused', async () => {
    const id = await w.start({ filter: 'model=none' });
    const others = await t.as(aPerson(newId()));
    const path = `/api/rules/backtests/${id}`;

    for (const answer of [others.get(path), others.get(`${path}/flips`), others.delete(path)]) {
      expect(await answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    const reviewer = await t.as(aPerson(w.id, 'reviewer'));
    expect((await reviewer.post('/api/rules/backtests', { rule: DRAFT, max: 1 })).status).toBe(403);
    expect((await reviewer.delete(path)).status).toBe(403);
    expect((await reviewer.get(path)).status).toBe(200);
  });
});

test('a start that is interrupted while it releases the claims of a killed process continues', async () => {
  const killed = await startTestReview();
  await killed.review.stop();
  const updates = await cutFirstChange(killed.sql, 'backtests');

  const alone = await startReview({ ...killed.options, isSingleInstance: true });
  await alone.stop();

  expect(await updates()).toBe(2);
  await killed.stop();
});
