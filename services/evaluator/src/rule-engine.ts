import { setImmediate as nextTurn } from 'node:timers/promises';

import type { RuleTools } from './domain/rule-tools.ts';
import { memoryBesideOthers } from './patterns/engine-memory.ts';
import { leaveSlowCompiling } from './rule-process/leave-slow-compiling.ts';
import { RuleProcesses, type RuleProcessesOptions } from './rule-process/rule-processes.ts';
import { makeRuleTools, type PatternEngineName } from './rule-tools.ts';
import {
  type ApplyCheapRules,
  type ApplyRules,
  makeApplyRules,
} from './use-cases/evaluations/apply-rules.ts';
import { makeScanners } from './use-cases/evaluations/scanners.ts';
import { type FindValueFault, makeFindValueFault } from './use-cases/rules/find-value-fault.ts';

export type { ApplicableRule } from './domain/compile-rule.ts';
export { makeRuleSet } from './domain/rule-set.ts';
export type { PatternEngineName } from './rule-tools.ts';
export type { RulesApplied } from './use-cases/evaluations/apply-rules.ts';

export interface RuleEngine {
  /** The one that runs: `re2js` too where the native one is asked for and there is none. */
  readonly engine: PatternEngineName;
  /** Why the native one, which is there, does not load; null where it does, or is not there. */
  readonly failure: unknown;
  /** Of this process: what may take long to compile is too costly in it. */
  readonly tools: RuleTools;
  readonly findValueFault: FindValueFault;
  readonly applyRules: ApplyRules;
  readonly applyCheapRules: ApplyCheapRules;
  /** Ends the processes for costly checks; a check that is under way ends as error. */
  readonly close: () => Promise<void>;
}

export interface RuleEngineOptions extends Omit<RuleProcessesOptions, 'engine'> {
  readonly now: () => Date;
  readonly engine?: PatternEngineName;
}

/** All that rules are made and applied with, and that needs neither a database nor a network. */
export async function makeRuleEngine({
  now,
  engine: wanted = 're2',
  ...options
}: RuleEngineOptions): Promise<RuleEngine> {
  const { engine, failure, tools: all } = await makeRuleTools(wanted, memoryBesideOthers());
  const tools = leaveSlowCompiling(all);
  const processes = new RuleProcesses({ ...options, engine });
  return {
    engine,
    failure,
    tools,
    findValueFault: makeFindValueFault(tools, processes.findValueFault),
    ...makeApplyRules({
      fold: tools.fold,
      scannerOf: makeScanners(tools),
      stepsAtOnceMax: tools.stepsAtOnceMax,
      settleApart: (task) => processes.settle(task),
      now,
      readMs: () => performance.now(),
      yieldTurn: () => nextTurn(),
    }),
    close: () => processes.close(),
  };
}
