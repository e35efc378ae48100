import {
  countPassed,
  JUDGED_PER_SECOND,
  type JudgedStack,
  startJudgedStack,
} from '../../../harness/judged-stack.ts';
import { submit, uniqueName } from '../../../harness/outputs.ts';
import { type Bench, waitUntil } from '../../frame/bench.ts';
import type { Measurement } from '../../frame/report.ts';

// Source: the goals for a judge that responds in half a second.
const GOALS = [
  { evaluators: 2, timesMin: 1.9 },
  { evaluators: 4, timesMin: 3.8 },
] as const;

/** Measures how judging scales with the number of evaluators when the judge is the bottleneck. */
export async function measureJudging(bench: Bench, durationMs: number): Promise<Measurement[]> {
  const stack = await startJudgedStack(bench.signal);
  bench.onEnd('the stack', () => stack.stop());
  const seconds = durationMs / 1_000;
  const one = await workOff(stack, { evaluators: 1, seconds });
  const measurements: Measurement[] = [];
  for (const { evaluators, timesMin } of GOALS) {
    const several = await workOff(stack, { evaluators, seconds });
    const times = several / one;
    measurements.push({
      measure: `outputs judged by ${evaluators} evaluators with a judge of 500 ms`,
      ours: `${several.toFixed(1)}/s, ${times.toFixed(2)} times`,
      goal: `≥ ${timesMin} times one (${one.toFixed(1)}/s)`,
      isReached: times >= timesMin,
    });
  }
  return measurements;
}

interface Backlog {
  readonly evaluators: number;
  /** How long the evaluators should need for it. */
  readonly seconds: number;
}

/** Submits a backlog. @returns outputs per second between 20 % and 80 % of it, when all evaluators are busy. */
async function workOff(stack: JudgedStack, { evaluators, seconds }: Backlog): Promise<number> {
  const { system } = stack;
  await stack.scaleTo(evaluators);
  const project = uniqueName(`Scale ${evaluators}`);
  const total = evaluators * JUDGED_PER_SECOND * seconds;
  await Promise.all(
    Array.from({ length: total }, (_, index) =>
      submit(system.automation, { project, output: `Output ${index}` }),
    ),
  );
  let count = 0;
  const reached = async (part: number): Promise<{ count: number; atMs: number }> => {
    await waitUntil(async () => (count = await countPassed(system, project)) >= total * part);
    return { count, atMs: performance.now() };
  };
  const from = await reached(0.2);
  const to = await reached(0.8);
  await reached(1);
  return ((to.count - from.count) * 1_000) / (to.atMs - from.atMs);
}
