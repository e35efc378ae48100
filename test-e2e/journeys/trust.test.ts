import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RuleResults } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { search, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

interface Scored {
  readonly task: string;
  readonly model: string;
  readonly sessionId: string;
  readonly output: string;
  readonly reviewerScores: readonly number[];
}

/**
 * Real answers of seven language models to 40 questions, shortened, with the scores given by reviewers. From the
 * evaluation tables of lm-sys/FastChat (Apache License 2.0), joined by the ID of the answer.
 */
const SCORED: readonly Scored[] = readFileSync(
  new URL('assistant-scores.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Scored);

const meanOf = (scores: readonly number[]) =>
  scores.reduce((sum, score) => sum + score, 0) / scores.length;
const isBad = ({ reviewerScores }: Scored) => meanOf(reviewerScores) < 7;

/** A judge that is wrong about every fifth bad answer and every twelfth good one. */
const judgeFails = (index: number) => (isBad(SCORED[index]!) ? index % 5 !== 0 : index % 12 === 0);

// Computed by scikit-learn for these labels and verdicts.
const KAPPA = 0.6412464124641246;
const PRECISION = 28 / 48;
const RECALL = 28 / 33;

let system: System;
let manager: Client;
let automation: Client;
let judge: JudgeServer;
let ruleId: string;
const project = uniqueName('Assistant answers');

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Trusted');
  manager = await signUp(system, { email: newAddress('Ada'), workspaceName });
  automation = await makeAutomation(system, manager);
  const script = (question: string) => {
    const index = Number(/Answer (\d+):/.exec(question)?.[1]);
    const verdict = judgeFails(index) ? 'fail' : 'pass';
    return { verdict, confidence: 0.9, explanation: 'So says the script.' };
  };
  judge = await startJudgeServer({ takesMs: 0, host: system.receiverHost, script });
  const place = { provider: 'openai_compatible', model: 'local' };
  const prices = { inputPerMillion: 1, outputPerMillion: 10 };
  const settings = {
    judgeProviders: [{ ...place, ...prices, baseUrl: judge.settings['JUDGE_BASE_URL'] }],
    defaultJudgeProvider: 'openai_compatible',
  };
  expect((await manager.patch('/api/settings', settings)).status).toBe(200);
  const rule = { ...JUDGE_RULE, projectName: project };
  ruleId = String((await manager.post('/api/rules', rule)).body['id']);
}, 60_000);

afterAll(async () => {
  await system.stop();
  await judge.close();
});

async function resultsOf(query = ''): Promise<RuleResults> {
  const answer = await manager.get(`/api/rules/${ruleId}/results?${query}`);
  expect(answer.status).toBe(200);
  const [result, ...others] = JSON.parse(answer.text) as RuleResults[];
  expect(others).toEqual([]);
  return result!;
}

const found = async (query: string) =>
  Number((await search(automation, Object.fromEntries(new URLSearchParams(query))))['total']);

const BATCH_SIZE = 5;

/** Processes the items in batches. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    await Promise.all(items.slice(start, start + BATCH_SIZE).map(work));
  }
}

test('a judge is measured against people with the expected kappa', async () => {
  const answers = SCORED.map((scored, index) => ({ ...scored, id: uniqueName('answer'), index }));
  await forEach(answers, async ({ id, index, ...scored }) => {
    const { task, model, sessionId } = scored;
    const output = `Answer ${index}: ${scored.output}`;
    await submit(automation, {
      ...{ id: id.replace(' ', '-'), project, task, model, sessionId, output },
    });
  });
  const failed = answers.filter(({ index }) => judgeFails(index)).length;
  await eventually(async () => {
    expect(await search(automation, { project, status: 'flagged' })).toMatchObject({
      total: failed,
    });
    expect(await search(automation, { project, status: 'pass' })).toMatchObject({
      total: answers.length - failed,
    });
  }, 150_000);
  const unlabelled = { labelled: 0, kappa: null, needed: 30, unlabelled: ['held', 'passed'] };
  expect(await resultsOf()).toMatchObject({ checked: 280, failed, ...unlabelled });

  // Decides like the reviewers.
  await forEach(answers, async (answer) => {
    const decision = isBad(answer) ? 'rejected' : 'approved';
    const path = `/api/logs/${answer.id.replace(' ', '-')}/decision`;
    expect((await manager.patch(path, { decision })).status).toBe(200);
  });

  const results = await resultsOf();
  expect(results).toMatchObject({
    ...{ ruleId, version: 1, ruleName: JUDGE_RULE.name, ruleType: 'llm_judge', shadow: false },
    ...{ checked: 280, failed: 48, erred: 0, skipped: 0, needed: 0, unlabelled: [] },
    ...{ labelled: 280, upheld: 28, overruled: 20, missed: 5 },
    agreement: { value: expect.closeTo(255 / 280, 9) },
    kappa: { value: expect.closeTo(KAPPA, 9) },
    precision: {
      ...{ value: expect.closeTo(PRECISION, 9) },
      // The Wilson interval, computed by statsmodels.
      ...{
        low: expect.closeTo(0.4428133228397628, 9),
        high: expect.closeTo(0.7115033222158844, 9),
      },
    },
    recall: { value: expect.closeTo(RECALL, 9) },
  });
  expect(results.kappa!.low).toBeLessThan(KAPPA);
  expect(results.kappa!.high).toBeGreaterThan(KAPPA);
  for (const [name, query] of Object.entries(results.search)) {
    expect([name, await found(query)]).toEqual([name, results[name as 'checked']]);
  }
  const first = answers[0]!;
  const task = new URLSearchParams({ project, task: first.task }).toString();
  expect(await resultsOf(task)).toMatchObject({
    checked: SCORED.filter((scored) => scored.task === first.task).length,
  });
}, 300_000);

test('cost and latency of judges follow within seconds', async () => {
  await eventually(async () => {
    // 300 input tokens and 30 output tokens per answer.
    expect(await resultsOf()).toMatchObject({
      costUsd: expect.closeTo(280 * 0.0006, 6),
      p50Ms: expect.any(Number),
    });
  }, 30_000);
});

test('an override and a flag count at once, and a deletion does not change the counts', async () => {
  const { search: queries } = await resultsOf();
  const missed = await search(automation, Object.fromEntries(new URLSearchParams(queries.missed)));
  const [one, other] = (missed['executions'] as { id: string }[]).map(({ id }) => id);

  const approved = { decision: 'approved', override: true };
  expect((await manager.patch(`/api/logs/${one}/decision`, approved)).status).toBe(200);
  expect(await resultsOf()).toMatchObject({ labelled: 280, missed: 4 });

  await manager.patch(`/api/logs/${other}/status`, { status: 'flagged' });
  const flagged = { labelled: 279, missed: 3, unlabelled: ['flagged'], recall: null };
  expect(await resultsOf()).toMatchObject(flagged);

  expect((await manager.post(`/api/logs/${other}/evaluate`)).status).toBe(202);
  await eventually(async () => {
    expect(await resultsOf()).toMatchObject({ checked: 280, failed: 48, labelled: 279 });
  }, 30_000);

  const before = await resultsOf();
  expect((await manager.delete(`/api/logs/${one}`)).status).toBe(200);
  expect(await resultsOf()).toMatchObject({ checked: 280, labelled: 279, missed: 3 });
  expect(await found(before.search.checked)).toBe(279);
});

test('returns results by range and project, and refuses invalid queries', async () => {
  const get = (path: string) => manager.get(path);
  expect((await get('/api/rules/results?from=2001-01-01&to=2001-12-31')).text).toBe('[]');
  expect((await get('/api/rules/results?project=nowhere')).text).toBe('[]');
  expect(await get('/api/rules/unknown/results')).toMatchObject({ status: 404 });
  const refused = { status: 400, body: { code: 'VALIDATION_FAILED' } };
  for (const [query, field] of [
    ['from=2026-02-01&to=2026-01-01', 'from'],
    ['from=yesterday', 'from'],
    ['labels=some', 'labels'],
  ] as const) {
    for (const path of ['/api/rules/results', `/api/rules/${ruleId}/results`]) {
      const answer = await get(`${path}?${query}`);
      expect(answer).toMatchObject({ ...refused });
      expect(answer.body['fields']).toHaveProperty([field]);
    }
  }
  for (const [query, field] of [
    ['ruleVersion=1', 'ruleVersion'],
    ['ruleOutcome=passed,maybe', 'ruleOutcome'],
    ['label=nice', 'label'],
    ['labelSource=somebody', 'labelSource'],
  ] as const) {
    for (const path of ['/api/logs', '/api/logs/export']) {
      const answer = await get(`${path}?${query}`);
      expect([query, answer]).toMatchObject([query, refused]);
      expect(answer.body['fields']).toHaveProperty([field]);
    }
  }
});
