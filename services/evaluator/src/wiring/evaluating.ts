import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  type CloserStack,
  foldKey,
  makeOutboxRelay,
  newId,
  watchRelay,
} from '@output-review/runtime';

import type { TextTools } from '../domain/pattern.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import { loadNativeEngine } from '../patterns/native-engine.ts';
import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { makeEvaluationOutbox } from '../store/evaluations/evaluation-outbox.ts';
import { toStoredEvent } from '../store/evaluations/stored-evaluation.ts';
import { type ApplyRules, makeApplyRules } from '../use-cases/evaluations/apply-rules.ts';
import { makeEvaluateAgain } from '../use-cases/evaluations/evaluate-again.ts';
import { makeEvaluateDue } from '../use-cases/evaluations/evaluate-due.ts';
import { makeEvaluateNow } from '../use-cases/evaluations/evaluate-now.ts';
import { type EvaluateRunsDeps, makeEvaluateRuns } from '../use-cases/evaluations/evaluate-runs.ts';
import { makeEvaluateSubmissions } from '../use-cases/evaluations/evaluate-submissions.ts';
import { makeRecordFailure } from '../use-cases/evaluations/record-failure.ts';
import { makeRuleSets, type RuleSets } from '../use-cases/evaluations/rule-sets.ts';
import type { Stores } from './stores.ts';

export interface Evaluating {
  readonly tools: TextTools;
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly evaluateSubmissions: ReturnType<typeof makeEvaluateSubmissions>;
  readonly evaluateAgain: ReturnType<typeof makeEvaluateAgain>;
  readonly evaluateNow: ReturnType<typeof makeEvaluateNow>;
  readonly evaluateDue: ReturnType<typeof makeEvaluateDue>;
  readonly recordFailure: ReturnType<typeof makeRecordFailure>;
}

export async function makeEvaluating(
  { bus, log, clock, telemetry, isAlone = false }: SeenEvaluatorOptions,
  { stores, closers }: { readonly stores: Stores; readonly closers: CloserStack },
): Promise<Evaluating> {
  const { evaluations } = stores;
  const relay = makeOutboxRelay({
    ...{ store: makeEvaluationOutbox(stores.database), bus, log, clock, telemetry, isAlone },
  });
  watchRelay(telemetry.metrics, { outbox: 'evaluations', relay });
  relay.start();
  closers.add('relay', () => relay.stop());

  const native = await loadNativeEngine();
  log.info({ engine: native ? 're2' : 're2js' }, 'pattern engine chosen');
  const tools = { ...makePatternCompiler(native), fold: foldKey };
  const now = (): Date => clock.now();
  const deps: EvaluateRunsDeps = {
    ruleSets: makeRuleSets(stores.ruleSets, tools),
    applyRules: makeApplyRules({
      fold: foldKey,
      readMs: () => performance.now(),
      yieldTurn: () => nextTurn(),
    }),
    evaluations,
    announce: (results) => relay.handOver(results.map(toStoredEvent)),
    newId,
    now,
  };
  const evaluateRuns = makeEvaluateRuns(deps);
  return {
    tools,
    ruleSets: deps.ruleSets,
    applyRules: deps.applyRules,
    evaluateSubmissions: makeEvaluateSubmissions({ evaluateRuns, evaluations }),
    evaluateAgain: makeEvaluateAgain({ ...deps, evaluateRuns }),
    evaluateNow: makeEvaluateNow({ evaluateRuns, evaluations }),
    evaluateDue: makeEvaluateDue({ evaluateRuns, evaluations, now }),
    recordFailure: makeRecordFailure(deps),
  };
}
