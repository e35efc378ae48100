import { type CloserStack, newId } from '@output-review/runtime';

import { judgeSettingsOf } from '../domain/judges/judge-settings.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import { makeRunCheck } from '../use-cases/checking/run-check.ts';
import type { ApplyRules } from '../use-cases/evaluations/apply-rules.ts';
import type { RecordedResult } from '../use-cases/evaluations/evaluation-store.ts';
import type { RuleSets } from '../use-cases/evaluations/rule-sets.ts';
import { ClaimsInHand } from '../use-cases/judging/claims-in-hand.ts';
import { type JobLoops, settleThroughOutages, startJobLoops } from './job-loops.ts';
import type { Stores } from './stores.ts';
import { traceJobs } from './trace-judging.ts';

interface Parts {
  readonly stores: Stores;
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly announce: (results: readonly RecordedResult[]) => void;
  /** Told that there is a judge job to claim. */
  readonly onPassedOn: () => void;
  readonly closers: CloserStack;
}

// As many as there are processes for costly checks.
const CHECKS_MAX = 2;
// A check takes 5 s at the most, and whoever takes it over begins anew.
const DRAIN_MS = 1_000;

/** Starts to work on runs whose rules are costly. */
export function startChecking(options: SeenEvaluatorOptions, parts: Parts): JobLoops {
  const { log, clock, telemetry } = options;
  const { stores, closers } = parts;
  const { renewEveryMs } = judgeSettingsOf(options.judging);
  const { jobs, checks } = stores;
  const settle = settleThroughOutages(jobs, { log, closers });
  const runCheck = makeRunCheck({
    ...parts,
    jobs: { settle, putOff: jobs.putOff },
    checks,
    newId,
    now: () => clock.now(),
    onBroken: (err, { id }) => log.error({ err, id }, 'check broke and ends as an error'),
  });
  const work = {
    ...{ name: 'costly checks', jobs: checks, claims: jobs, inHand: new ClaimsInHand() },
    runJob: traceJobs(runCheck, { name: 'check output', tracing: telemetry.tracing }),
    ...{ renewEveryMs, callsMax: CHECKS_MAX, drainMs: DRAIN_MS },
  };
  return startJobLoops(options, work, closers);
}
