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
import { makeRuleEngine } from '../rule-engine.ts';
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
import { countApart } from './count-apart.ts';
import { makeJudging } from './judging.ts';
import type { Stores } from './stores.ts';

export interface Evaluating {
  readonly tools: RuleTools;
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

export async function makeEvaluating(
  options: SeenEvaluatorOptions,
  { stores, egress, closers }: EvaluatingParts,
): Promise<Evaluating> {
  const { bus, log, clock, telemetry, isAlone = false } = options;
  const { evaluations, jobs } = stores;
  const { findSkipping } = stores.judges;
  const relay = makeOutboxRelay({
    ...{ store: makeEvaluationOutbox(stores.database), bus, log, clock, telemetry, isAlone },
  });
  watchRelay(telemetry.metrics, { outbox: 'evaluations', relay });
  relay.start();
  closers.add('relay', () => relay.stop());
  const announce = (results: readonly RecordedResult[]): void =>
    relay.handOver(results.map(toStoredEvent));
  const judging = await makeJudging(options, { stores, egress, announce, closers });
  const { judgeNow, judgeTried, wake, endWaits } = judging;

  const now = (): Date => clock.now();
  const { engine, tools, applyRules, close } = await makeRuleEngine({
    now,
    onEnded: countApart(telemetry.metrics),
  });
  closers.add('processes for costly checks', close);
  log.info({ engine }, 'pattern engine chosen');
  const ruleSets = makeRuleSets(stores.ruleSets, tools);
  const prepareRuns = makePrepareRuns({ ruleSets, applyRules, findSkipping, newId, now });
  const deps = { prepareRuns, evaluations, jobs, announce };
  const evaluateRuns = makeEvaluateRuns({ ...deps, onEnqueued: wake });
  return {
    tools,
    ruleSets,
    applyRules,
    judgeTried,
    evaluateSubmissions: makeEvaluateSubmissions({ evaluateRuns, evaluations }),
    evaluateAgain: makeEvaluateAgain({ ...deps, evaluateRuns }),
    evaluateNow: makeEvaluateNow({ ...deps, judgeNow, traceparent: activeTraceparent }),
    evaluateDue: makeEvaluateDue({ evaluateRuns, evaluations, now }),
    recordFailure: makeRecordFailure({ ...deps, newId, now }),
    endWaits,
  };
}
