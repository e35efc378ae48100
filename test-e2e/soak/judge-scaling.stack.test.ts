import { setTimeout as delay } from 'node:timers/promises';

import { eventually, silentLog } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import {
  CALLS_PER_EVALUATOR,
  countPassed,
  JUDGED_PER_SECOND,
  type JudgedStack,
  startJudgedStack,
} from '../harness/judged-stack.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { readEvents } from '../stress/read-events.ts';

// Source: the interface. After this time a judge call counts as failed.
const CALL_MS_MAX = 20_000;

let stack: JudgedStack;

beforeAll(async () => {
  stack = await startJudgedStack();
}, 300_000);

afterAll(() => stack.stop(), 60_000);

test('two and four evaluators make two and four times as many concurrent judge calls', async () => {
  const { system, judge } = stack;
  for (const evaluators of [1, 2, 4]) {
    await stack.scaleTo(evaluators);
    const questions = evaluators * CALLS_PER_EVALUATOR;
    const project = uniqueName(`Scale ${evaluators}`);
    judge.hold();
    await Promise.all(
      Array.from({ length: 2 * questions }, (_, index) =>
        submit(system.automation, { project, output: `Output ${index}` }),
      ),
    );
    // `npm run bench -- --only judging` measures the resulting throughput.
    await eventually(() => expect(judge.working()).toBe(questions), CALL_MS_MAX);
    judge.release();
    await eventually(async () => {
      expect(await countPassed(system, project)).toBe(2 * questions);
      expect(judge.working()).toBe(0);
    }, 60_000);
  }
}, 600_000);

test('adding or removing an evaluator under load causes no duplicate evaluation and no stall', async () => {
  const { system, judge } = stack;
  await stack.scaleTo(1);
  const project = uniqueName('Elastic');
  const askedBefore = judge.answered();
  // The prefix by which `readEvents` recognizes the outputs.
  const run = project.replace(' ', '-').toLowerCase();
  const ids: string[] = [];
  let isOver = false;
  const submitting = (async () => {
    while (!isOver) {
      const id = `${run}-${ids.length}`;
      await submit(system.automation, { project, id, output: `Output ${id}` });
      ids.push(id);
      await delay(1_000 / JUDGED_PER_SECOND);
    }
  })();
  const evaluated = (): Promise<number> => countPassed(system, project);
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
  // A graceful shutdown completes the calls in flight.
  expect(judge.answered() - askedBefore).toBe(ids.length);
  const times = await Promise.all(ids.map(timeOfEvaluation));
  const stallMs = longestGapMs(times);
  process.stdout.write(`longest stall while scaling: ${Math.round(stallMs)} ms\n`);
  expect(stallMs).toBeLessThan(10_000);
}, 600_000);

async function timeOfEvaluation(id: string): Promise<number> {
  const { body } = await stack.system.automation.get(`/api/logs/${id}/timeline`);
  const events = body['events'] as { stage: string; at: string }[];
  return Date.parse(events.find(({ stage }) => stage === 'evaluated')?.at ?? '');
}

/** The longest gap between consecutive times. */
function longestGapMs(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? at));
  return Math.max(0, ...gaps);
}
