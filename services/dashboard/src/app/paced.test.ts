import { expect, test } from '@jest/globals';

import { paced } from './paced.ts';

const GATHER_MS = 500;

/** Timers that the test fires by hand. */
function handTimers() {
  let waiting: { readonly run: () => void; readonly ms: number } | null = null;
  const timers = {
    setTimeout: (run: () => void, ms: number) => {
      waiting = { run, ms };
      return 1;
    },
    clearTimeout: () => {
      waiting = null;
    },
  } as unknown as typeof globalThis;
  return {
    timers,
    waitsMs: () => waiting?.ms ?? null,
    async runOut(): Promise<void> {
      const { run } = waiting!;
      waiting = null;
      run();
      // Let the run settle.
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

function started(pauseMs: number) {
  const clock = handTimers();
  const runs = { count: 0, pauseMs };
  const run = () => {
    runs.count += 1;
    return Promise.resolve(runs.pauseMs);
  };
  return { ...clock, runs, of: paced(run, GATHER_MS, clock.timers) };
}

test('a burst runs once, and the next run waits for the pause that the run returned', async () => {
  const { of, runs, waitsMs, runOut } = started(3_000);
  for (let n = 0; n < 5; n += 1) of.ask();
  expect([runs.count, waitsMs()]).toEqual([0, GATHER_MS]);
  await runOut();
  expect([runs.count, waitsMs()]).toEqual([1, 3_000]);

  for (let n = 0; n < 5; n += 1) of.ask();
  expect([runs.count, waitsMs()]).toEqual([1, 3_000]);
  runs.pauseMs = 0;
  await runOut();
  expect([runs.count, waitsMs()]).toEqual([2, GATHER_MS]);

  // Nothing was asked for meanwhile, so the next burst starts anew.
  await runOut();
  expect([runs.count, waitsMs()]).toEqual([2, null]);
  of.ask();
  expect(waitsMs()).toBe(GATHER_MS);
});

test('runs again if it is asked during a run', async () => {
  const clock = handTimers();
  const answers: ((pauseMs: number) => void)[] = [];
  const run = () => new Promise<number>((resolve) => void answers.push(resolve));
  const of = paced(run, GATHER_MS, clock.timers);
  of.ask();
  await clock.runOut();
  of.ask();
  expect([answers.length, clock.waitsMs()]).toEqual([1, null]);
  answers[0]!(1_000);
  await new Promise((resolve) => setTimeout(resolve));
  expect(clock.waitsMs()).toBe(1_000);
  await clock.runOut();
  expect(answers).toHaveLength(2);
});

test('does not run after end', async () => {
  const { of, runs, waitsMs, runOut } = started(0);
  of.ask();
  await runOut();
  of.ask();
  of.end();
  of.ask();

  expect([runs.count, waitsMs()]).toEqual([1, null]);
});
