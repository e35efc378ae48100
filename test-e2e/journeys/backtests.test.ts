import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let manager: Client;
let automation: Client;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Backtested');
  manager = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, manager);
}, 60_000);

afterAll(() => system.stop());

const RULE = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };
const PATH = '/api/rules/backtests';

/** Submits texts in a new project and waits for their evaluation. @returns the project and the IDs in order. */
async function outputs(...said: readonly string[]) {
  const project = uniqueName('Letters');
  const ids: string[] = [];
  for (const output of said) ids.push((await submit(automation, { project, output })).id);
  for (const id of ids) await awaitVerdict(automation, id);
  // Waits until search finds them too.
  await eventually(async () => {
    expect(await search(automation, { project, status: 'pass' })).toMatchObject({
      total: said.length,
    });
  }, 30_000);
  return { project, ids };
}

async function finished(body: JsonObject): Promise<JsonObject> {
  const answer = await manager.post(PATH, { max: 1000, ...body });
  expect(answer.status).toBe(202);
  return eventually(async () => {
    const { body: backtest } = await manager.get(`${PATH}/${String(answer.body['id'])}`);
    expect(backtest['finishedAt']).not.toBeNull();
    return backtest;
  }, 60_000);
}

const flipsOf = async ({ id }: JsonObject) =>
  (await manager.get(`${PATH}/${String(id)}/flips`)).body;

const query = (project: string) => new URLSearchParams({ project }).toString();

test('a draft is tested against stored outputs, and enabled once it agrees with people', async () => {
  const { project, ids } = await outputs('We promise.', 'Fine.', 'A promise.');
  const [bad, good] = ids;
  await manager.patch(`/api/logs/${bad}/decision`, { decision: 'rejected', comment: 'No.' });
  await manager.patch(`/api/logs/${good}/decision`, { decision: 'approved' });
  const filter = query(project);

  const draft = { ...RULE, projectName: project };
  const estimate = await manager.post(PATH, { rule: draft, filter, max: 2, estimate: true });
  expect(estimate).toMatchObject({ status: 200, body: { total: 2, costUsd: 0 } });
  const backtest = await finished({ rule: draft, filter });

  expect(backtest).toMatchObject({
    ...{ state: 'done', ruleId: null, total: 3, checked: 3, wouldFail: 2, newlyFailed: 2 },
    ...{ newlyPassed: 0, agreesWithPeople: 2, disagrees: 0, costUsd: 0, filter },
  });
  expect(await flipsOf(backtest)).toMatchObject({
    total: 2,
    items: [
      { id: ids[2], was: 'passed', would: 'failed', label: 'none' },
      { id: bad, was: 'passed', would: 'failed', label: 'bad' },
    ],
  });
  // A backtest does not change the outputs.
  expect(await search(automation, { project, status: 'flagged' })).toMatchObject({ total: 0 });

  const { body: rule } = await manager.post('/api/rules', { ...draft, mode: 'live' });
  const next = await submit(automation, { project, output: 'I promise.', sync: true });
  expect(next.answer.body).toMatchObject({ verdict: 'fail' });
  await manager.patch(`/api/rules/${String(rule['id'])}`, { value: 'swear' });
  await eventually(async () => {
    expect(await search(automation, { project, status: 'flagged' })).toMatchObject({ total: 1 });
  }, 30_000);
  const again = await finished({ ruleId: rule['id'], filter });
  expect(again).toMatchObject({ ruleVersion: 2, checked: 4, newlyFailed: 0, newlyPassed: 1 });
  expect(await flipsOf(again)).toMatchObject({ items: [{ id: next.id, was: 'failed' }] });
  const { body: list } = await manager.get(`${PATH}?ruleId=${String(rule['id'])}`);
  expect(list).toMatchObject({ total: 1, items: [{ id: again['id'] }] });
}, 180_000);

test('an expensive pattern is applied too, and a backtest without outputs finishes at once', async () => {
  const { project } = await outputs(`a${'b'.repeat(50_000)}`, 'Fine.');
  const pattern = { ...RULE, type: 'regex_forbidden', value: '(a|b){300}.*c{300}' };

  const backtest = await finished({ rule: pattern, filter: query(project) });

  expect(backtest).toMatchObject({ state: 'done', checked: 2, wouldFail: 0, skipped: 0 });
  const none = await finished({ rule: RULE, filter: query(uniqueName('None')) });
  expect(none).toMatchObject({ state: 'done', total: 0, checked: 0 });
}, 120_000);

test('invalid input is refused with its fields, and tokens cannot start a backtest', async () => {
  const post = (body: JsonObject) => manager.post(PATH, { rule: RULE, max: 10, ...body });

  for (const [body, field] of [
    [{ max: 100_001 }, 'max'],
    [{ filter: 'projekt=x' }, 'filter'],
    [{ rule: { ...RULE, type: 'regex_forbidden', value: '(' } }, 'rule.value'],
    [{ ruleId: 'both' }, 'ruleId'],
  ] as const) {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body['fields']).toHaveProperty([field]);
  }
  const judge = { ...RULE, type: 'llm_judge', llmJudgeProvider: 'anthropic' };
  for (const estimate of [true, false]) {
    expect(await post({ rule: judge, estimate })).toMatchObject({
      status: 409,
      body: { code: 'NO_MODEL_CONFIGURED' },
    });
  }
  expect(await post({ rule: undefined, ruleId: 'none' })).toMatchObject({ status: 404 });
  expect((await automation.post(PATH, { rule: RULE, max: 10 })).status).toBe(401);
  expect((await system.stranger.get(PATH)).status).toBe(401);
});
