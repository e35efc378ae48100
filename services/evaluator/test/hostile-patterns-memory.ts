// Runs in a process of its own, since memory left by other tests would distort the result. Reports the maximum memory
// while hundreds of patterns ran, each with as many states as its text has characters.
import { execFileSync } from 'node:child_process';

import { SeededRandom } from './seeded-random.ts';
import { aRule, NOTHING } from './settle-rule.ts';
import { untilProcessRuns } from './until-process-runs.ts';
import type { ApplicableRule } from '../src/engine/compile-rule.ts';
import { makeRuleSet } from '../src/engine/rule-set.ts';
import { RuleEngine } from '../src/rule-process/rule-engine.ts';

/** Maximum memory in bytes, and how the costly checks ended. */
export interface MemoryTaken {
  /** Growth of memory that V8 does not know about, in the process that serves requests. */
  readonly growth: number;
  /** The whole of a process for costly checks. */
  readonly process: number;
  readonly ended: readonly string[];
}

const CALLER = { workspaceId: 'workspace', files: [] };

let patterns = 0;
const random = new SeededRandom(3);
const ended = new Set<string>();
const engine = await RuleEngine.load({
  now: () => new Date(),
  onEnded: (ending) => ended.add(ending),
  deadlineMs: 60_000,
});
await untilProcessRuns(engine);

const before = unknownToV8();
const most = { growth: 0, process: 0 };
const looking = setInterval(() => {
  most.growth = Math.max(most.growth, unknownToV8() - before);
  most.process = Math.max(most.process, ...bytesOfProcesses());
}, 100);

// First like dry runs, each with its own pattern, then like the rules of workspaces.
for (let round = 0; round < 30; round += 1) {
  const run = (size: number, length: number) => settle([hostileRule(size)], letters(length));
  await Promise.all([run(20, 20_000), run(100, 4_600), run(60, 20_000), run(400, 4_600)]);
}
const workspace = () => Array.from({ length: 60 }, (_, index) => hostileRule(10 + index));
await Promise.all([500, 2_000, 20_000].map((length) => settle(workspace(), letters(length))));
clearInterval(looking);
await engine.close();
const taken: MemoryTaken = { ...most, ended: [...ended] };
process.send?.(taken, () => process.exit());

/** A rule whose automaton distinguishes which of the last `size` characters were the first letter. */
function hostileRule(size: number): ApplicableRule {
  patterns += 1;
  const id = `rule-${patterns}`;
  return aRule({ id, type: 'regex_forbidden', value: `a[ab]{${size}}c${patterns}` });
}

async function settle(rules: readonly ApplicableRule[], output: string): Promise<void> {
  const ruleSet = makeRuleSet(rules, engine.tools);
  const applicable = ruleSet.applicableTo({ projectId: null, taskId: null });
  const applied = await engine.applyRules(applicable, { ...NOTHING, output }, CALLER);
  if (applied.kind !== 'settled') throw new Error('Judges are not supported');
  const isWrong = applied.evaluation.appliedRules.some(({ outcome }) => outcome !== 'passed');
  if (isWrong) throw new Error('A pattern did not pass');
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
