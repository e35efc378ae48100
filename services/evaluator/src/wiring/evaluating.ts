import {
  activeTraceparent,
  type CloserStack,
  type EgressGuard,
  makeOutboxRelay,
  newId,
  watchRelay,
} from '@output-review/runtime';

import type { RuleTools } from '../domain/rule-tools.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import { makeRuleEngine, type RuleEngine } from '../rule-engine.ts';
import { makeEvaluationOutbox } from '../store/evaluations/evaluation-outbox.ts';
import { toStoredEvent } from '../store/evaluations/stored-evaluation.ts';
import type { ApplyRules } from '../use-cases/evaluations/apply-rules.ts';
import { makeEvaluateAgain } from '../use-cases/evaluations/evaluate-again.ts';
import { makeEvaluateDue } from '../use-cases/evaluations/evaluate-due.ts';
import { makeEvaluateNow } from '../use-cases/evaluations/evaluate-now.ts';
import { makeEvaluateRuns } from '../use-cases/evaluations/evaluate-runs.ts';
import { makeEvaluateSubmissions } from '../use-cases/evaluations/evaluate-submissions.ts';
import type { RecordedResult } from '../use-cases/evaluations/evaluation-store.ts';
import { makePrepareRuns } from '../use-cases/evaluations/prepare-runs.ts';
import { makeRecordFailure } from '../use-cases/evaluations/record-failure.ts';
import { makeRuleSets, type RuleSets } from '../use-cases/evaluations/rule-sets.ts';
import type { JudgeTried } from '../use-cases/judging/judge-tried.ts';
import type { FindValueFault } from '../use-cases/rules/find-value-fault.ts';
import { startChecking } from './checking.ts';
import { countApart } from './count-apart.ts';
import { makeJudging } from './judging.ts';
import type { Stores } from './stores.ts';

export interface Evaluating {
  readonly tools: RuleTools;
  readonly findValueFault: FindValueFault;
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly judgeTried: JudgeTried;
  readonly evaluateSubmissions: ReturnType<typeof makeEvaluateSubmissions>;
  readonly evaluateAgain: ReturnType<typeof makeEvaluateAgain>;
  readonly evaluateNow: ReturnType<typeof makeEvaluateNow>;
  readonly evaluateDue: ReturnType<typeof makeEvaluateDue>;
  readonly recordFailure: ReturnType<typeof makeRecordFailure>;
  /** Answers those who wait for judges, and takes no more jobs. */
  readonly endWaits: () => Promise<void>;
}

interface EvaluatingParts {
  readonly stores: Stores;
  readonly egress: EgressGuard;
  readonly closers: CloserStack;
}

/** @returns what takes recorded results on their way out. */
function startRelay(
  { bus, log, clock, telemetry, isAlone = false }: SeenEvaluatorOptions,
  { stores, closers }: Pick<EvaluatingParts, 'stores' | 'closers'>,
): (results: readonly RecordedResult[]) => void {
  const store = makeEvaluationOutbox(stores.database);
  const relay = makeOutboxRelay({ store, bus, log, clock, telemetry, isAlone });
  watchRelay(telemetry.metrics, { outbox: 'evaluations', relay });
  relay.start();
  closers.add('relay', () => relay.stop());
  return (results) => relay.handOver(results.map(toStoredEvent));
}

// As after an upgrade of Node, for which it has to be built anew.
const NATIVE_ENGINE_FAILED =
  'the native pattern engine does not load; patterns take some 25 times as long until `npm rebuild re2` and a new start';

async function openRuleEngine(
  { log, clock, telemetry, checkDeadlineMs: deadlineMs }: SeenEvaluatorOptions,
  closers: CloserStack,
): Promise<RuleEngine> {
  const onEnded = countApart(telemetry.metrics);
  const engine = await makeRuleEngine({
    ...{ now: () => clock.now(), onEnded },
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  closers.add('processes for costly checks', engine.close);
  if (engine.failure !== null) log.warn({ err: engine.failure }, NATIVE_ENGINE_FAILED);
  log.info({ engine: engine.engine }, 'pattern engine chosen');
  return engine;
}

export async function makeEvaluating(
  options: SeenEvaluatorOptions,
  { stores, egress, closers }: EvaluatingParts,
): Promise<Evaluating> {
  const { evaluations, jobs } = stores;
  const { findSkipping } = stores.judges;
  const announce = startRelay(options, { stores, closers });
  const now = (): Date => options.clock.now();
  const engine = await openRuleEngine(options, closers);
  const { tools, findValueFault, applyRules, applyCheapRules } = engine;
  const ruleSets = makeRuleSets(stores.ruleSets, tools);
  const parts = { stores, announce, closers };
  const judging = await makeJudging(options, { ...parts, egress });
  const { judgeNow, judgeTried, wake: onPassedOn } = judging;
  const checking = startChecking(options, { ...parts, ruleSets, applyRules, onPassedOn });

  const preparing = { ruleSets, findSkipping, newId, now };
  // Whoever waits has its costly rules settled at once; behind what nobody waits for stand others.
  const prepareNow = makePrepareRuns({ ...preparing, applyRules });
  const prepareRuns = makePrepareRuns({ ...preparing, applyRules: applyCheapRules });
  const deps = { evaluations, jobs, announce };
  const onEnqueued = (): void => {
    checking.wake();
    judging.wake();
  };
  const evaluateRuns = makeEvaluateRuns({ ...deps, prepareRuns, onEnqueued });
  return {
    tools,
    findValueFault,
    ruleSets,
    applyRules,
    judgeTried,
    evaluateSubmissions: makeEvaluateSubmissions({ evaluateRuns, evaluations }),
    evaluateAgain: makeEvaluateAgain({ ...deps, evaluateRuns }),
    evaluateNow: makeEvaluateNow({
      ...deps,
      prepareRuns: prepareNow,
      judgeNow,
      traceparent: activeTraceparent,
    }),
    evaluateDue: makeEvaluateDue({ evaluateRuns, evaluations, now }),
    recordFailure: makeRecordFailure({ ...deps, newId, now }),
    endWaits: async () => {
      await Promise.all([judging.endWaits(), checking.endWaits()]);
    },
  };
}
