import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ShutdownStack, Metrics } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import { RuleApplier } from '../engine/apply-rules.ts';
import { makeRuleTools, type PatternEngineName } from '../engine/make-rule-tools.ts';
import { isQuickPattern, isQuickSchema, leaveSlowCompiling } from '../engine/quick-tools.ts';
import { findValueFault } from '../engine/rule-types/index.ts';
import type { RuleValue } from '../engine/rule.ts';
import { makeScanners } from '../engine/scanners.ts';
import { type RuleTools, TooCostly } from '../engine/tools.ts';
import { memoryBesideOthers } from './engine-memory.ts';
import { RuleProcesses, type RuleProcessesOptions } from './rule-processes.ts';

export type { RulesApplied } from '../engine/apply-rules.ts';
export type { ApplicableRule } from '../engine/compile-rule.ts';
export type { PatternEngineName } from '../engine/make-rule-tools.ts';
export { makeRuleSet } from '../engine/rule-set.ts';

export interface RuleEngineOptions extends Omit<RuleProcessesOptions, 'engine'> {
  readonly now: () => Date;
  readonly engine?: PatternEngineName;
}

type MadeTools = Awaited<ReturnType<typeof makeRuleTools>>;

/** All that rules are made and applied with, and that needs neither a database nor a network. */
export class RuleEngine {
  /** The one that runs: `re2js` too where the native one is asked for and there is none. */
  readonly engine: PatternEngineName;
  /** Why the native one, which is there, does not load; null where it does, or is not there. */
  readonly failure: unknown;
  /** Of this process: what may take long to compile is too costly in it. */
  readonly tools: RuleTools;
  /** See `RuleApplier`. */
  readonly applyRules: RuleApplier['applyRules'];
  readonly applyCheapRules: RuleApplier['applyCheapRules'];
  readonly #processes: RuleProcesses;

  static async load({ engine = 're2', ...options }: RuleEngineOptions): Promise<RuleEngine> {
    return new RuleEngine(await makeRuleTools(engine, memoryBesideOthers()), options);
  }

  private constructor(
    { engine, failure, tools }: MadeTools,
    { now, ...options }: Omit<RuleEngineOptions, 'engine'>,
  ) {
    this.engine = engine;
    this.failure = failure;
    this.tools = leaveSlowCompiling(tools);
    const processes = new RuleProcesses({ ...options, engine });
    this.#processes = processes;
    const applier = new RuleApplier({
      fold: tools.fold,
      scannerOf: makeScanners(this.tools),
      stepsAtOnceMax: tools.stepsAtOnceMax,
      evaluateInWorker: (task) => processes.settle(task),
      now,
      readMs: () => performance.now(),
      yieldTurn: () => nextTurn(),
    });
    this.applyRules = applier.applyRules.bind(applier);
    this.applyCheapRules = applier.applyCheapRules.bind(applier);
  }

  /**
   * What would be right, where a rule of this type cannot work with the value; null where it can. Values
   * that are quickly compiled are looked at here, others where nobody waits for the thread.
   *
   * @throws AppError UNAVAILABLE where it could not be told.
   */
  async findValueFault(workspaceId: string, value: RuleValue): Promise<string | null> {
    if (!isQuickValue(value)) return this.#processes.findValueFault(workspaceId, value);
    try {
      return findValueFault(value.type, value.value, this.tools);
    } catch (error) {
      if (error instanceof TooCostly) return this.#processes.findValueFault(workspaceId, value);
      throw error;
    }
  }

  /** Ends the processes for costly checks; a check that is under way ends as error. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

function isQuickValue({ type, value }: RuleValue): boolean {
  if (type === 'regex_forbidden' || type === 'regex_required') return isQuickPattern(value);
  return type !== 'json_valid' || isQuickSchema(value);
}

// As after an upgrade of Node, for which it has to be built anew.
const NATIVE_ENGINE_FAILED =
  'the native pattern engine does not load; patterns take about 25 times as long until you run ' +
  '`npm rebuild re2` and restart';

/** The engine of the service. @param deadlineMs how long a check of costly rules may take. */
export async function openRuleEngine(
  { log, clock, telemetry }: Pick<BaseContext, 'log' | 'clock' | 'telemetry'>,
  deadlineMs: number | undefined,
  closers: ShutdownStack,
): Promise<RuleEngine> {
  const engine = await RuleEngine.load({
    ...{ now: () => clock.now(), onEnded: countApart(telemetry.metrics) },
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  closers.add('processes for costly checks', () => engine.close());
  if (engine.failure !== null) log.warn({ err: engine.failure }, NATIVE_ENGINE_FAILED);
  log.info({ engine: engine.engine }, 'pattern engine chosen');
  return engine;
}

/** Counts evaluations whose rules were settled in a process of their own. */
function countApart(metrics: Metrics): NonNullable<RuleProcessesOptions['onEnded']> {
  const evaluations = metrics.counter({
    name: 'output_review_evaluations_apart_total',
    help:
      'Evaluations that were costly enough for a process of their own, by how it ended: done, ' +
      'deadline, ended, busy.',
    labels: ['ending'],
  });
  return (ending) => evaluations.of({ ending }).add();
}
