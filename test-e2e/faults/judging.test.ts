import { rm } from 'node:fs/promises';

import { eventually } from '@output-review/runtime/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';

import type { JsonObject } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { killService } from '../harness/process.ts';
import { startEmbeddedOn, startProcessOn, type System } from '../harness/system.ts';

let judge: JudgeServer;
let dataDir: string;
let system: System;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 10 });
  dataDir = await makeDataDir();
  await start();
  const manager = await system.signIn();
  expect((await manager.post('/api/rules', JUDGE_RULE)).status).toBe(201);
}, 60_000);

afterEach(() => judge.release());

afterAll(async () => {
  await system.stop();
  await judge.close();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Starts the system in this process. */
async function start(): Promise<void> {
  system = await startEmbeddedOn(dataDir, judge.settings);
}

/** @returns the IDs in the order of the outputs. */
async function submitAll(outputs: readonly JsonObject[]): Promise<string[]> {
  const submitted = await Promise.all(outputs.map((body) => submit(system.automation, body)));
  return submitted.map(({ id }) => id);
}

test('a judge decides inline, in the background and in a dry run', async () => {
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

test('an output whose judge is down gets the status error, and is judged when evaluated again', async () => {
  const manager = await system.signIn();
  const project = uniqueName('Down');
  judge.fail(503);

  // Sync callers do not wait the ten minutes of retries.
  const { id, answer } = await submit(system.automation, { project, output: 'Fine.', sync: true });

  const explanation =
    'Rule “Tone” could not be judged: the provider is unavailable. ' +
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

test('kill -9 during judge calls loses nothing and creates no second result', async () => {
  await system.stop();
  const first = await startProcessOn(dataDir, judge.settings);
  system = first;
  const project = uniqueName('Killed');
  const outputs = (from: number, to: number): JsonObject[] =>
    Array.from({ length: to - from }, (_, index) => ({
      project,
      output: (from + index) % 2 === 0 ? `Output ${index}` : `Output ${index} is rude`,
    }));
  const ids = await submitAll(outputs(0, 10));
  for (const id of ids) await awaitVerdict(system.automation, id);
  judge.hold();
  ids.push(...(await submitAll(outputs(10, 50))));
  // Some are judged, others are in flight, others wait.
  await eventually(() => expect(judge.working()).toBe(CALLS_MAX), 30_000);

  await killService(first.process, dataDir, 'all');
  judge.release();
  await start();

  for (const [index, id] of ids.entries()) {
    const { body } = await awaitVerdict(system.automation, id, 60_000);
    expect(body).toMatchObject({ status: index % 2 === 0 ? 'pass' : 'flagged' });
    const { body: timeline } = await system.automation.get(`/api/logs/${id}/timeline`);
    const stages = (timeline['events'] as { stage: string }[]).map(({ stage }) => stage);
    expect(stages.filter((stage) => stage === 'evaluated')).toHaveLength(1);
  }
  expect(await search(system.automation, { project })).toMatchObject({ total: ids.length });
}, 300_000);

test('a stop during judge calls finishes in time, and the next start continues', async () => {
  const project = uniqueName('Stopped');
  judge.hold();
  const ids = await submitAll(
    Array.from({ length: 40 }, (_, index) => ({ project, output: `Output ${index}` })),
  );
  await eventually(() => expect(judge.working()).toBe(CALLS_MAX), 30_000);

  // No judge responds before the system has stopped.
  await system.stop();
  judge.release();
  await start();

  for (const id of ids) {
    const { body } = await awaitVerdict(system.automation, id, 60_000);
    expect(body).toMatchObject({ status: 'pass' });
  }
}, 300_000);

/** The default of concurrent judge calls. */
const CALLS_MAX = 16;
