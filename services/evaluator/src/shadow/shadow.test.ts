import { randomBytes } from 'node:crypto';

import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';
import { makeDrawSample } from '@output-review/shared-kernel';

import { answering, hold, refusing } from '../../test/judge-server.ts';
import { PATIENCE_MS, useJudgedEvaluator } from '../../test/judged-evaluator.ts';
import { deletedEvent, rerunEvent } from '../../test/test-evaluator.ts';

jest.setTimeout(PATIENCE_MS);

const AUDIT_KEY = randomBytes(32).toString('base64');
const draw = makeDrawSample(AUDIT_KEY);
const judging = { callMs: PATIENCE_MS, callsMax: 4 };
const evaluator = useJudgedEvaluator(judging, { auditKey: AUDIT_KEY });

// No run may be left to hold a slot in the next test.
afterEach(async () => {
  evaluator.judge.behave(answering({ verdict: 'pass' }));
  await evaluator.admin.query('DELETE FROM evaluator.shadow_runs');
  await eventually(async () => {
    const text = await (await fetch(`${evaluator.service.url}/metrics`)).text();
    expect(text).toContain('output_review_judge_calls{pool="shadow",state="running"} 0\n');
    expect(text).toContain('output_review_shadow_runs{state="claimed"} 0\n');
  }, PATIENCE_MS);
});

const SHORT = { name: 'Short', type: 'max_length', value: '3', mode: 'shadow' };
const TONE = { name: 'Tone', type: 'llm_judge', value: 'It is polite.', mode: 'shadow' };
const LIVE = { name: 'Long', type: 'min_length', value: '2' };

/** A workspace with these rules. */
async function aWorkspace(...rules: readonly object[]) {
  const workspaceId = newId();
  const api = await evaluator.api(workspaceId);
  const made: { readonly id: string }[] = [];
  for (const rule of rules) {
    const answer = await api.post('/api/rules', rule);
    expect(answer.status).toBe(201);
    made.push(answer.body as { id: string });
  }
  return { workspaceId, api, rules: made };
}

const waitingRows = async (id: string) => {
  const { rows } = await evaluator.admin.query<{ run: number; is_ready: boolean; owner: string }>(
    'SELECT run, is_ready, owner, request FROM evaluator.shadow_runs WHERE output_id = $1',
    [id],
  );
  return rows;
};
const noneWaits = (id: string) =>
  eventually(async () => expect(await waitingRows(id)).toEqual([]), PATIENCE_MS);

describe('a shadow rule', () => {
  test('is applied in addition to the result, which does not mention it', async () => {
    const { workspaceId } = await aWorkspace(LIVE, SHORT, TONE);
    evaluator.judge.behave(answering({ verdict: 'fail', confidence: 0.3 }));
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    const shadow = await evaluator.shadowOf(output.id);
    expect(await evaluator.resultOf(output.id)).toMatchObject({
      ...{ outcome: 'pass', confidenceScore: 1, explanation: 'All 1 rules passed.' },
      appliedRules: [{ outcome: 'passed', evaluator: 'deterministic' }],
    });
    expect(shadow).toMatchObject({
      ...{ workspaceId, id: output.id, run: 1 },
      appliedRules: [
        { outcome: 'failed', evaluator: 'deterministic' },
        { outcome: 'failed', evaluator: 'llm', judge: { confidence: 0.3, inputTokens: 210 } },
      ],
    });
    await noneWaits(output.id);
  });

  test('does not delay a caller who waits for the verdict', async () => {
    const { workspaceId } = await aWorkspace(LIVE, TONE);
    const answers = hold(evaluator.judge);
    const output = evaluator.submission(workspaceId, { sync: true });
    const internal = await evaluator.internal();

    const answer = await internal.post('/internal/evaluate', output);
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'pass' } });
    await evaluator.send(output);
    await evaluator.askedAbout(output);
    // Nor while its own judge is being asked.
    const again = await internal.post('/internal/evaluate', output);

    expect(again.body).toEqual(answer.body);
    expect(evaluator.shadowsOf(output.id)).toEqual([]);
    answers.release();
    expect(await evaluator.shadowOf(output.id)).toMatchObject({
      appliedRules: [{ outcome: 'passed' }],
    });
  });

  test('does not affect the result if it fails', async () => {
    const { workspaceId } = await aWorkspace(LIVE, SHORT);
    await evaluator.admin.query('ALTER TABLE evaluator.shadow_runs RENAME TO away');
    const output = evaluator.submission(workspaceId, { sync: true });
    const other = evaluator.submission(workspaceId);

    const answer = await (await evaluator.internal()).post('/internal/evaluate', output);
    await evaluator.send(other);

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'pass' } });
    expect(await evaluator.resultOf(other.id)).toMatchObject({ outcome: 'pass' });
    await evaluator.admin.query('ALTER TABLE evaluator.away RENAME TO shadow_runs');
    expect(evaluator.shadowsOf(output.id)).toEqual([]);
  });

  test('waits for the judges of the result', async () => {
    const { workspaceId } = await aWorkspace({ ...TONE, mode: 'live' }, SHORT);
    const answers = hold(evaluator.judge);
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);
    await evaluator.askedAbout(output);

    expect(await waitingRows(output.id)).toMatchObject([{ is_ready: false, owner: null }]);
    answers.release();
    expect(await evaluator.shadowOf(output.id)).toMatchObject({
      appliedRules: [{ outcome: 'failed' }],
    });
    expect(evaluator.publishedOf(output.id)).toHaveLength(1);
  });

  test('is applied once, however often the output arrives', async () => {
    const { workspaceId } = await aWorkspace(LIVE, TONE);
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output, output);
    await evaluator.send(output);
    await evaluator.shadowOf(output.id);
    await evaluator.send(output);
    await evaluator.settle();

    expect(await waitingRows(output.id)).toEqual([]);
    expect(evaluator.shadowsOf(output.id)).toHaveLength(1);
    expect(evaluator.timesAsked(output)).toBe(1);
  });

  test('is applied in the version current at evaluation, even if it is deleted', async () => {
    const { workspaceId, api, rules } = await aWorkspace(LIVE, { ...TONE, value: 'It is Latin.' });
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await rescheduled(output.id);
    await api.delete(`/api/rules/${rules[1]?.id ?? ''}`);

    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await dueNow(output.id);

    expect(await evaluator.shadowOf(output.id)).toMatchObject({
      appliedRules: [{ outcome: 'passed' }],
    });
    expect(evaluator.judge.asked.at(-1)?.body.messages.at(-1)?.content).toContain('It is Latin.');
  });

  test('asks its judge about the share of outputs set by its rate, and about none at 0', async () => {
    const never = await aWorkspace(LIVE, { ...TONE, shadowRate: 0 }, SHORT);
    const half = await aWorkspace(LIVE, { ...TONE, shadowRate: 0.5 });
    const spared = evaluator.submission(never.workspaceId);
    const many = Array.from({ length: 40 }, () => evaluator.submission(half.workspaceId));

    await evaluator.send(spared, ...many);

    const { appliedRules } = await evaluator.shadowOf(spared.id);
    expect(appliedRules).toMatchObject([{ evaluator: 'deterministic' }]);
    for (const { id } of many) await evaluator.resultOf(id);
    for (const { id } of many) await noneWaits(id);
    const asked = many.filter((output) => evaluator.timesAsked(output) > 0);
    const sampled = many.filter((output) => draw(output.workspaceId, output.id) < 0.5);
    expect(sampled.length).toBeGreaterThan(4);
    expect(asked.map(({ id }) => id)).toEqual(sampled.map(({ id }) => id));
  });
});

describe('an evaluation in shadow', () => {
  test('stops no live judge: a provider that fails five shadow calls is still called', async () => {
    const { workspaceId, api } = await aWorkspace(LIVE, TONE);
    evaluator.judge.behave(refusing(500));
    const failing = Array.from({ length: 5 }, () => evaluator.submission(workspaceId));
    await evaluator.send(...failing);
    for (const { id } of failing) await rescheduled(id);
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await api.post('/api/rules', { ...TONE, mode: 'live' });
    const output = evaluator.submission(workspaceId);

    await evaluator.send(output);

    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
    expect(evaluator.publishedOf(output.id)[0]?.appliedRules[1]?.judge?.attempts).toBe(1);
  });

  test('uses no slot of live judges', async () => {
    const { workspaceId } = await aWorkspace(LIVE, TONE);
    const judged = await evaluator.aJudgedWorkspace();
    const answers = hold(evaluator.judge);
    const shadowed = Array.from({ length: 6 }, () => evaluator.submission(workspaceId));
    await evaluator.send(...shadowed);
    const asked = () => shadowed.filter((output) => evaluator.timesAsked(output) > 0);
    await eventually(() => expect(asked()).toHaveLength(1), PATIENCE_MS);

    const live = Array.from({ length: 4 }, () => evaluator.submission(judged));
    await evaluator.send(...live);

    for (const output of live) await evaluator.askedAbout(output);
    expect(asked()).toHaveLength(1);
    answers.release();
    for (const { id } of shadowed) await evaluator.shadowOf(id);
  });

  test('is reported as an error if judges stay unavailable, and then removed', async () => {
    const { workspaceId } = await aWorkspace(LIVE, TONE);
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await rescheduled(output.id);
    await dueNow(output.id, `failing_since = now() - interval '11 minutes'`);

    expect(await evaluator.shadowOf(output.id)).toMatchObject({
      appliedRules: [{ outcome: 'error', evaluator: 'llm' }],
    });
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
    await noneWaits(output.id);
  });

  test('is reported as an error if it breaks the job', async () => {
    const { workspaceId } = await aWorkspace({ ...TONE, mode: 'live' }, SHORT);
    const answers = hold(evaluator.judge);
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.askedAbout(output);
    await evaluator.admin.query(
      `UPDATE evaluator.shadow_runs SET request = jsonb_set(request::jsonb, '{content}', 'null')::text
       WHERE output_id = $1`,
      [output.id],
    );
    answers.release();

    expect(await evaluator.shadowOf(output.id)).toMatchObject({
      appliedRules: [{ outcome: 'error', summary: expect.stringContaining('our side') }],
    });
    expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  });
});

describe('a new run of the output', () => {
  test('has outcomes of its own', async () => {
    const { workspaceId } = await aWorkspace(LIVE, SHORT);
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await evaluator.shadowOf(output.id);

    await evaluator.bus.send([rerunEvent(output, 2)]);

    const runs = () => evaluator.shadowsOf(output.id).map(({ run }) => run);
    await eventually(() => expect(runs()).toEqual([1, 2]), PATIENCE_MS);
  });

  test('supersedes those in progress, which are not reported', async () => {
    const { workspaceId, api, rules } = await aWorkspace(LIVE, TONE);
    evaluator.judge.behave(refusing(503));
    const output = evaluator.submission(workspaceId);
    await evaluator.send(output);
    await rescheduled(output.id);
    await api.patch(`/api/rules/${rules[1]?.id ?? ''}`, { mode: 'off' });

    await evaluator.bus.send([rerunEvent(output, 2)]);
    await eventually(() => expect(evaluator.publishedOf(output.id)).toHaveLength(2));
    evaluator.judge.behave(answering({ verdict: 'pass' }));
    await dueNow(output.id);

    await noneWaits(output.id);
    expect(evaluator.shadowsOf(output.id)).toEqual([]);
  });
});

test('deletes pending shadow runs with an output, including late ones', async () => {
  const { workspaceId } = await aWorkspace({ ...TONE, mode: 'live' }, SHORT);
  const answers = hold(evaluator.judge);
  const output = evaluator.submission(workspaceId);
  await evaluator.send(output);
  await evaluator.askedAbout(output);
  expect(await waitingRows(output.id)).toHaveLength(1);
  const { id } = output;

  await evaluator.bus.send([deletedEvent(output)]);
  expect(await waitingRows(id)).toEqual([]);
  // As if it was stored at the very moment of the deletion.
  await evaluator.admin.query(
    `INSERT INTO evaluator.shadow_runs (workspace_id, output_id, run, request) VALUES ($1, $2, 1, '{}')`,
    [workspaceId, id],
  );
  answers.release();

  await noneWaits(id);
  expect(evaluator.shadowsOf(id)).toEqual([]);
});

test('takes over claims of a killed replica, and reports each result once', async () => {
  const { workspaceId } = await aWorkspace({ ...TONE, mode: 'live' }, SHORT);
  const answers = hold(evaluator.judge);
  const output = evaluator.submission(workspaceId);
  await evaluator.send(output);
  await evaluator.askedAbout(output);
  await evaluator.admin.query(
    `UPDATE evaluator.shadow_runs SET is_ready = true, owner = 'killed', attempt = 1,
       lease_until = now() + interval '1 second' WHERE output_id = $1`,
    [output.id],
  );
  answers.release();
  await evaluator.resultOf(output.id);

  expect(await evaluator.shadowOf(output.id)).toMatchObject({ run: 1 });
  await noneWaits(output.id);
  expect(evaluator.shadowsOf(output.id)).toHaveLength(1);
});

test('reports nothing by a claim that another replica has taken over', async () => {
  const { workspaceId } = await aWorkspace(LIVE, TONE);
  const answers = hold(evaluator.judge);
  const output = evaluator.submission(workspaceId);
  await evaluator.send(output);
  await evaluator.askedAbout(output);
  await evaluator.admin.query(
    `UPDATE evaluator.shadow_runs SET owner = 'other', attempt = attempt + 1,
       lease_until = now() + interval '1 hour' WHERE output_id = $1`,
    [output.id],
  );

  answers.release();

  const later = evaluator.submission(workspaceId);
  await evaluator.send(later);
  await evaluator.shadowOf(later.id);
  expect(evaluator.shadowsOf(output.id)).toEqual([]);
  expect(await waitingRows(output.id)).toMatchObject([{ owner: 'other' }]);
});

test('stores no row for an output without shadow rules', async () => {
  const { workspaceId } = await aWorkspace(LIVE, { ...SHORT, mode: 'off' });
  await evaluator.admin.query(
    'ALTER TABLE evaluator.shadow_runs ADD CONSTRAINT none CHECK (false)',
  );
  const output = evaluator.submission(workspaceId);

  await evaluator.send(output);

  expect(await evaluator.resultOf(output.id)).toMatchObject({ outcome: 'pass' });
  await evaluator.admin.query('ALTER TABLE evaluator.shadow_runs DROP CONSTRAINT none');
  expect(evaluator.warnings).not.toContain('rules in shadow are not applied to these outputs');
});

/** Waits until a run is rescheduled because its judge is unavailable. */
const rescheduled = (id: string) =>
  eventually(async () => {
    const { rows } = await evaluator.admin.query(
      `SELECT 1 FROM evaluator.shadow_runs
       WHERE output_id = $1 AND owner IS NULL AND failing_since IS NOT NULL`,
      [id],
    );
    expect(rows).toHaveLength(1);
  }, PATIENCE_MS);

/** Makes a rescheduled run due, as time would. */
async function dueNow(id: string, more = 'attempt = attempt'): Promise<void> {
  await evaluator.admin.query(
    `UPDATE evaluator.shadow_runs SET next_attempt_at = now(), ${more} WHERE output_id = $1`,
    [id],
  );
}
