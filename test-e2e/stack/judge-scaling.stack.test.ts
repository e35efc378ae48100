import { setTimeout as delay } from 'node:timers/promises';

import { eventually, silentLog } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../judge-server.ts';
import { search, submit, uniqueName } from '../outputs.ts';
import { type StackSystem, startStackSystem } from '../stack-system.ts';
import { readEvents } from '../stress/read-events.ts';
import { longestGapMs } from './longest-gap.ts';

// The judge takes half a second, so a replica does no more than twice as many outputs a second. Few
// enough that the judge, and not this machine, is what four replicas wait for.
const CALLS_MAX = 4;
const OUTPUTS_PER_SECOND_AND_REPLICA = CALLS_MAX * 2;
// A backlog of so many seconds: the replicas are at work all through the part that is measured.
const BACKLOG_SECONDS = 20;

let judge: JudgeServer;
let system: StackSystem;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 500 });
  const settings = { ...judge.settings, JUDGE_CALLS_MAX: String(CALLS_MAX) };
  system = await startStackSystem({ envOf: { evaluator: settings } });
  const manager = await system.signIn();
  expect((await manager.post('/api/rules', JUDGE_RULE)).status).toBe(201);
}, 300_000);

afterAll(async () => {
  await system.stop();
  await judge.close();
}, 60_000);

async function scaleTo(count: number): Promise<void> {
  const { services } = system.stack;
  while (services.evaluator.length < count) await system.stack.addReplica('evaluator');
  while (services.evaluator.length > count) await system.stack.removeReplica('evaluator');
}

async function countPassed(project: string): Promise<number> {
  const { total } = await search(system.automation, { project, status: 'pass', limit: '1' });
  return Number(total);
}

/** Outputs a second while a backlog is worked off, without its beginning and its end. */
async function throughputOf(replicas: number): Promise<number> {
  await scaleTo(replicas);
  const project = uniqueName(`Scale ${replicas}`);
  const total = replicas * OUTPUTS_PER_SECOND_AND_REPLICA * BACKLOG_SECONDS;
  await Promise.all(
    Array.from({ length: total }, (_, index) =>
      submit(system.automation, { project, output: `Output ${index}` }),
    ),
  );
  const reached = async (part: number): Promise<{ count: number; atMs: number }> =>
    eventually(async () => {
      const count = await countPassed(project);
      expect(count).toBeGreaterThanOrEqual(total * part);
      return { count, atMs: performance.now() };
    }, 300_000);
  const from = await reached(0.2);
  const to = await reached(0.8);
  await reached(1);
  return (to.count - from.count) / ((to.atMs - from.atMs) / 1_000);
}

test('twice the evaluators judge twice as much, four of them four times', async () => {
  const one = await throughputOf(1);
  const two = await throughputOf(2);
  const four = await throughputOf(4);

  const figures = [one, two, four].map((rate) => `${rate.toFixed(1)}/s`).join(', ');
  const ratios = [two / one, four / one].map((ratio) => ratio.toFixed(2)).join(', ');
  process.stdout.write(`evaluators 1, 2, 4: ${figures}; times the first: ${ratios}\n`);
  expect(judge.busiest()).toBeLessThanOrEqual(4 * CALLS_MAX);
  expect(two / one).toBeGreaterThanOrEqual(1.9);
  expect(four / one).toBeGreaterThanOrEqual(3.8);
}, 900_000);

test('an evaluator that comes or goes under load evaluates nothing twice and stalls nothing', async () => {
  await scaleTo(1);
  const project = uniqueName('Elastic');
  // As whoever reads the events knows its outputs.
  const run = project.replace(' ', '-').toLowerCase();
  const ids: string[] = [];
  let isOver = false;
  const submitting = (async () => {
    while (!isOver) {
      const id = `${run}-${ids.length}`;
      await submit(system.automation, { project, id, output: `Output ${id}` });
      ids.push(id);
      await delay(1_000 / OUTPUTS_PER_SECOND_AND_REPLICA);
    }
  })();
  const evaluated = (): Promise<number> => countPassed(project);
  const untilGrown = async (): Promise<void> => {
    const before = await evaluated();
    await eventually(async () => expect(await evaluated()).toBeGreaterThan(before + 20), 60_000);
  };

  await untilGrown();
  await system.stack.addReplica('evaluator');
  await untilGrown();
  await system.stack.removeReplica('evaluator');
  await untilGrown();
  isOver = true;
  await submitting;
  await eventually(async () => expect(await evaluated()).toBe(ids.length), 120_000);

  const { verdicts } = await readEvents({
    ...{ brokers: system.stack.kafka.brokers, run, log: silentLog },
  });
  expect([...verdicts.keys()].sort()).toEqual(ids.map((id) => `${id}#1`).sort());
  expect([...verdicts.values()].filter((events) => events.size !== 1)).toEqual([]);
  const times = await Promise.all(ids.map(timeOfEvaluation));
  const stallMs = longestGapMs(times);
  process.stdout.write(`longest stall while scaling: ${Math.round(stallMs)} ms\n`);
  expect(stallMs).toBeLessThan(10_000);
}, 600_000);

async function timeOfEvaluation(id: string): Promise<number> {
  const { body } = await system.automation.get(`/api/logs/${id}/timeline`);
  const events = body['events'] as { stage: string; at: string }[];
  return Date.parse(events.find(({ stage }) => stage === 'evaluated')?.at ?? '');
}
