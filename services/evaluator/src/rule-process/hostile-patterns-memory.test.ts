import { execFileSync } from 'node:child_process';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { SeededRandom } from '../../test/seeded-random.ts';
import { NOTHING } from '../../test/settle-rule.ts';
import { START_MS_MAX, untilProcessRuns } from '../../test/until-process-runs.ts';
import type { ApplicableRule } from '../domain/compile-rule.ts';
import { makeRuleSet } from '../domain/rule-set.ts';
import { makeRuleEngine, type RuleEngine } from '../rule-engine.ts';

// Hundreds of patterns, each with as many states as its text has characters.
jest.setTimeout(240_000);

const CALLER = { workspaceId: 'workspace', files: [] };

const MB = 1024 * 1024;
// What V8 does not know of, in the process that serves others: 96 MB, what comes between two looks at it,
// and what else is there.
const GROWTH_BYTES_MAX = 144 * MB;
// The whole of a process for costly checks: here it also has the compiler of its sources.
const PROCESS_BYTES_MAX = 288 * MB;

let engine: RuleEngine;
let patterns = 0;
const random = new SeededRandom(3);
const ended = new Set<string>();

beforeAll(async () => {
  engine = await makeRuleEngine({
    now: () => new Date(),
    onEnded: (ending) => ended.add(ending),
    deadlineMs: 60_000,
  });
  await untilProcessRuns(engine);
}, START_MS_MAX);

afterAll(async () => {
  await engine.close();
});

test('hundreds of patterns with automata of megabytes take no more memory than they may', async () => {
  const before = unknownToV8();
  const most = { growth: 0, process: 0 };
  const looking = setInterval(() => {
    most.growth = Math.max(most.growth, unknownToV8() - before);
    most.process = Math.max(most.process, ...bytesOfProcesses());
  }, 100);

  // As dry runs, each with a pattern of its own; then as the rules of workspaces.
  for (let round = 0; round < 30; round += 1) {
    const run = (size: number, length: number) => settle([hostileRule(size)], letters(length));
    await Promise.all([run(20, 20_000), run(100, 4_600), run(60, 20_000), run(400, 4_600)]);
  }
  const workspace = () => Array.from({ length: 60 }, (_, index) => hostileRule(10 + index));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([500, 2_000, 20_000].map((length) => settle(workspace(), letters(length))));
  }
  clearInterval(looking);

  expect(most.growth).toBeLessThan(GROWTH_BYTES_MAX);
  expect(most.process).toBeGreaterThan(0);
  expect(most.process).toBeLessThan(PROCESS_BYTES_MAX);
  expect([...ended]).toEqual(['done']);
});

/** One that tells apart which of the last so many characters were the first letter. */
function hostileRule(size: number): ApplicableRule {
  patterns += 1;
  const id = `rule-${patterns}`;
  const judge = { llmJudgeProvider: null, llmJudgeModel: null, judgeFiles: false };
  return {
    ...{ id, versionId: id, version: 1, name: id, projectId: null, taskId: null, ...judge },
    type: 'regex_forbidden',
    value: `a[ab]{${size}}c${patterns}`,
  };
}

async function settle(rules: readonly ApplicableRule[], output: string): Promise<void> {
  const ruleSet = makeRuleSet(rules, engine.tools);
  const applicable = ruleSet.applicableTo({ projectId: null, taskId: null });
  const applied = await engine.applyRules(applicable, { ...NOTHING, output }, CALLER);
  if (applied.kind !== 'settled') throw new Error('There is no judge here');
  const outcomes = new Set(applied.evaluation.appliedRules.map(({ outcome }) => outcome));
  expect([...outcomes]).toEqual(['passed']);
}

function letters(length: number): string {
  return Array.from({ length }, () => random.pick(['a', 'b'])).join('');
}

function unknownToV8(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

function bytesOfProcesses(): number[] {
  return execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('rule-process'))
    .map((line) => Number.parseInt(line, 10) * 1024);
}
