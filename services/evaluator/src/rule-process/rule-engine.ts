import { setImmediate as nextTurn } from 'node:timers/promises';

import type { ShutdownStack, Metrics } from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import { RuleApplier } from '../engine/apply-rules.ts';
import { makeRuleTools, type PatternEngineName } from '../engine/make-rule-tools.ts';
import { isQuickPattern, isQuickSchema, rejectSlowCompiling } from '../engine/quick-tools.ts';
import { findValueFault } from '../engine/rule-types/index.ts';
import type { RuleValue } from '../engine/rule.ts';
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

/** Creates and applies rules. Needs neither a database nor a network. */
export class RuleEngine {
  /** The engine in use: `re2js` even if the native one is configured but missing. */
  readonly engine: PatternEngineName;
  /** Why the installed native engine does not load; null if it loads or is not installed. */
  readonly failure: unknown;
  /** For this process, where values that may take long to compile are too costly. */
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
    this.tools = rejectSlowCompiling(tools);
    const processes = new RuleProcesses({ ...options, engine });
    this.#processes = processes;
    const applier = new RuleApplier({
      tools: this.tools,
      evaluateInWorker: (task) => processes.settle(task),
      now,
      readMs: () => performance.now(),
      yieldTurn: () => nextTurn(),
    });
    this.applyRules = applier.applyRules.bind(applier);
    this.applyCheapRules = applier.applyCheapRules.bind(applier);
  }

  /**
   * What a valid value would be, if a rule of this type cannot work with the value; null if it can. Values that compile
   * quickly are checked here, others in a process.
   *
   * @throws AppError UNAVAILABLE if the check failed
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

  /** Ends the processes for costly checks. Checks in progress end as errors. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

function isQuickValue({ type, value }: RuleValue): boolean {
  if (type === 'regex_forbidden' || type === 'regex_required') return isQuickPattern(value);
  return type !== 'json_valid' || isQuickSchema(value);
}

// After an upgrade of Node, for example, for which it must be rebuilt.
const NATIVE_ENGINE_FAILED =
  'the native pattern engine does not load; patterns take about 25 times as long until you run ' +
  '`npm rebuild re2` and restart';

/** Opens the engine of the service. @param deadlineMs timeout for a check of costly rules */
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

/** Counts evaluations with rules that were settled in a process of their own. */
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
