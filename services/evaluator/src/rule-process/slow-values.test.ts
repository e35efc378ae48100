import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ExactRuleType } from '@output-review/contracts';

import { coreMs, countYardsticks, THREAD_YARDSTICKS_MAX } from '../../test/hanging-patterns.ts';
import { aRule, NOTHING } from '../../test/settle-rule.ts';
import { START_MS_MAX, untilProcessRuns } from '../../test/until-process-runs.ts';
import { makeRuleTools } from '../engine/make-rule-tools.ts';
import { makeRuleSet } from '../engine/rule-set.ts';
import { findValueFault } from '../engine/rule-types/index.ts';
import { memoryBesideOthers } from './engine-memory.ts';
import { RuleEngine } from './rule-engine.ts';

// A process started from sources compiles them first.
jest.setTimeout(120_000);

// Upper bound of the thread time for all values, as a share of compiling them on the thread. It takes 1 %, but a
// collection of what earlier tests left may come in between.
const SHARE_MAX = 0.5;

const fields = (count: number, each: (index: number) => object): string =>
  JSON.stringify({
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`field${index}`, each(index)]),
    ),
  });

// Each takes 30 ms to 1.5 s to compile.
const SLOW: readonly (readonly [type: ExactRuleType, value: string])[] = [
  ['regex_forbidden', '\\pL{70}'],
  ['regex_forbidden', '(?i)[^x]{900}'],
  ['regex_forbidden', `(?i)(${Array(300).fill('\\pL').join('|')})`],
  ['regex_forbidden', Array.from({ length: 1_100 }, (_, index) => `word${index}`).join('|')],
  ['regex_forbidden', '('.repeat(900) + 'a' + ')'.repeat(900)],
  ['json_valid', fields(240, (index) => ({ type: 'string', minLength: index }))],
  ['json_valid', fields(49, (index) => ({ pattern: `(?i)x{${390 - index}}\\pL` }))],
];

// Refused only after slow compilation.
const SLOWLY_REFUSED: typeof SLOW = [
  ['regex_forbidden', '\\pL'.repeat(30_000)],
  ['regex_forbidden', '\\pL{300}'],
  ['regex_forbidden', 'x'.repeat(100_000)],
  ['json_valid', fields(300, () => ({}))],
];

/** The thread time of compiling the values here, in milliseconds. */
async function compileOnThread(values: typeof SLOW): Promise<number> {
  const { tools } = await makeRuleTools('re2', memoryBesideOthers());
  return coreMs(() => {
    for (const [type, value] of values) findValueFault(type, value, tools);
  });
}

/**
 * Starts to measure the time of this thread, in milliseconds. Its process also counts the collector's threads, and the
 * event loop also counts while other processes have the core, so the thread took at most the smaller of both.
 */
function measureThread(): () => number {
  const [cpu, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return Math.min((user + system) / 1_000, performance.eventLoopUtilization(loop).active);
  };
}

let engine: RuleEngine;

beforeAll(async () => {
  engine = await RuleEngine.load({ now: () => new Date(), deadlineMs: 60_000 });
  await untilProcessRuns(engine);
}, START_MS_MAX);

afterAll(async () => {
  await engine.close();
});

test('checks values that are slow to compile off the thread', async () => {
  const threadMs = measureThread();
  const faults: (string | null)[] = [];
  for (const [type, value] of [...SLOW, ...SLOWLY_REFUSED]) {
    faults.push(await engine.findValueFault('workspace', { type, value }));
  }
  const tookMs = threadMs();

  expect(faults.slice(0, SLOW.length)).toEqual(SLOW.map(() => null));
  for (const fault of faults.slice(SLOW.length)) expect(fault).toMatch(/^Must be /);
  const onThreadMs = await compileOnThread([...SLOW, ...SLOWLY_REFUSED]);
  expect(tookMs).toBeLessThan(SHARE_MAX * onThreadMs);
});

test('also applies them to a short text off the thread', async () => {
  const rules = SLOW.map(([type, value], index) => aRule({ id: `rule-${index}`, type, value }));
  const threadMs = measureThread();

  const ruleSet = makeRuleSet(rules, engine.tools);
  const applicable = ruleSet.applicableTo({ projectId: null, taskId: null });
  const applied = await engine.applyRules(
    applicable,
    { ...NOTHING, output: '{"text": "word7"}' },
    { workspaceId: 'workspace', files: [] },
  );

  const tookMs = threadMs();
  if (applied.kind !== 'settled') throw new Error('There is no judge here');
  expect(applied.evaluation.appliedRules.map(({ outcome }) => outcome)).toEqual([
    ...['passed', 'passed', 'failed', 'failed', 'passed', 'passed', 'passed'],
  ]);
  expect(tookMs).toBeLessThan(SHARE_MAX * (await compileOnThread(SLOW)));
});

describe('a value that is checked on the thread', () => {
  const WORST: typeof SLOW = [
    ['regex_forbidden', '[^a]'.repeat(250)],
    ['regex_forbidden', '(?i)' + '[^x]'.repeat(249)],
    ['regex_forbidden', '(a?b?c?d?){3}'.repeat(8)],
    ['regex_forbidden', '(?i)' + 'k|s|'.repeat(240)],
    ['regex_forbidden', '('.repeat(450) + 'a' + ')'.repeat(450)],
    ['json_valid', fields(70, (index) => ({ type: 'string', minLength: index }))],
    ['json_valid', fields(49, (index) => ({ pattern: `(?i)[^x${index}]{2}` }))],
  ];

  test.each(WORST)('does not block it for long: %s %.20s…', async (type, value) => {
    const { tools } = await makeRuleTools('re2', memoryBesideOthers());
    const check = (): unknown => findValueFault(type, value, tools);

    expect(check()).toBeNull();
    expect(countYardsticks(check)).toBeLessThan(THREAD_YARDSTICKS_MAX);
    expect(await engine.findValueFault('workspace', { type, value })).toBeNull();
  });
});
