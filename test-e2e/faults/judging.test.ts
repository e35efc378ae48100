import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@output-review/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

import type { JsonObject } from '../client.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../judge-server.ts';
import { awaitVerdict, search, submit, uniqueName } from '../outputs.ts';
import { killService, type ServiceProcess, startProcess } from '../process.ts';
import { ADMIN, credentials, describeSystem, type System } from '../system.ts';

let judge: JudgeServer;
let dataDir: string;
let running: ServiceProcess | undefined;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 500 });
});

afterAll(() => judge.close());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-judge-'));
});

afterEach(async () => {
  running?.kill('SIGINT');
  await running?.exited;
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

async function start(): Promise<{ system: System; process: ServiceProcess }> {
  const process = await startProcess({
    ...{ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' },
    ...ADMIN,
    ...judge.settings,
  });
  running = process;
  return { process, system: describeSystem({ ...credentials(), url: process.url }) };
}

async function addRule(system: System): Promise<void> {
  const manager = await system.signIn();
  expect((await manager.post('/api/rules', JUDGE_RULE)).status).toBe(201);
}

/** The ids, in the order of the outputs. */
async function submitAll(system: System, outputs: readonly JsonObject[]): Promise<string[]> {
  const submitted = await Promise.all(outputs.map((body) => submit(system.automation, body)));
  return submitted.map(({ id }) => id);
}

test('a judge decides what a reviewer sees, inline, in the background and tried', async () => {
  const { system } = await start();
  await addRule(system);
  const project = uniqueName('Judged');

  const inline = await submit(system.automation, { project, output: 'How rude!', sync: true });
  const background = await submit(system.automation, { project, output: 'With pleasure.' });
  const manager = await system.signIn();
  const tried = await manager.post('/api/rules/evaluate', { project, output: 'rude' });

  const explanation = 'Rule “Tone” is not met: It is rude.';
  const failed = { verdict: 'fail', confidenceScore: 0.8, explanation, status: 'flagged' };
  expect(inline.answer).toMatchObject({ status: 200, body: failed });
  expect(tried).toMatchObject({ status: 200, body: failed });
  const { body } = await awaitVerdict(system.automation, background.id, 30_000);
  expect(body).toMatchObject({ status: 'pass', confidenceScore: 0.9 });
  expect((await system.automation.get(`/api/logs/${inline.id}`)).body).toMatchObject({
    appliedRules: [
      {
        ...{ ruleType: 'llm_judge', outcome: 'failed', evaluator: 'llm', model: 'local' },
        ...{ confidence: 0.8, inputTokens: 300, outputTokens: 30, costUsd: null, attempts: 1 },
      },
    ],
  });
}, 180_000);

test('an output whose judge was down ends as an error, and is judged when it is evaluated again', async () => {
  const { system } = await start();
  await addRule(system);
  const manager = await system.signIn();
  const project = uniqueName('Down');
  judge.fail(503);

  // Who waits for an answer is not kept waiting for ten minutes.
  const { id, answer } = await submit(system.automation, { project, output: 'Fine.', sync: true });

  const explanation =
    'Rule “Tone” could not be judged: the provider answered that it is unavailable. ' +
    'Evaluate the output again later.';
  expect(answer.body).toMatchObject({ verdict: null, status: 'error', explanation });
  const appliedRules = async () =>
    (await system.automation.get(`/api/logs/${id}`)).body['appliedRules'];
  expect(await appliedRules()).toMatchObject([
    { outcome: 'error', summary: explanation, model: 'local', llmOutput: null, attempts: 3 },
  ]);
  judge.mend();
  expect((await manager.post(`/api/logs/${id}/evaluate`)).status).toBe(202);
  const { body } = await awaitVerdict(system.automation, id, 30_000);
  expect(body).toMatchObject({ verdict: 'pass', status: 'pass', confidenceScore: 0.9 });
  expect(await appliedRules()).toMatchObject([
    {
      ...{ outcome: 'passed', model: 'local', inputTokens: 300, outputTokens: 30, costUsd: null },
      ...{ attempts: 1, latencyMs: expect.any(Number), confidence: 0.9 },
    },
  ]);
}, 180_000);

test('kill -9 while judges are asked loses nothing, and nothing has two results', async () => {
  const first = await start();
  await addRule(first.system);
  const project = uniqueName('Killed');
  const before = judge.answered();
  const ids = await submitAll(
    first.system,
    Array.from({ length: 100 }, (_, index) => ({
      project,
      output: index % 2 === 0 ? `Output ${index}` : `Output ${index} is rude`,
    })),
  );
  // 16 at a time, half a second each: when some are answered, others are asked and others wait.
  await eventually(() => expect(judge.answered()).toBeGreaterThan(before), 30_000);

  await killService(first.process, dataDir, 'all');
  const { system } = await start();

  for (const [index, id] of ids.entries()) {
    const { body } = await awaitVerdict(system.automation, id, 60_000);
    expect(body).toMatchObject({ status: index % 2 === 0 ? 'pass' : 'flagged' });
    const { body: timeline } = await system.automation.get(`/api/logs/${id}/timeline`);
    const stages = (timeline['events'] as { stage: string }[]).map(({ stage }) => stage);
    expect(stages.filter((stage) => stage === 'evaluated')).toHaveLength(1);
  }
  expect(await search(system.automation, { project })).toMatchObject({ total: ids.length });
}, 300_000);

test('told to stop while judges are asked it is out in time, and the next start goes on', async () => {
  const first = await start();
  await addRule(first.system);
  const project = uniqueName('Stopped');
  const ids = await submitAll(
    first.system,
    Array.from({ length: 60 }, (_, index) => ({ project, output: `Output ${index}` })),
  );

  first.process.kill('SIGTERM');
  expect(await first.process.exited).toMatchObject({ code: 0 });
  const { system } = await start();

  for (const id of ids) {
    const { body } = await awaitVerdict(system.automation, id, 60_000);
    expect(body).toMatchObject({ status: 'pass' });
  }
}, 300_000);
