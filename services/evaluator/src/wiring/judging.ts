import { randomBytes } from 'node:crypto';

import {
  type CloserStack,
  type EgressGuard,
  newId,
  retryOutages,
  startLoop,
  wait,
} from '@output-review/runtime';

import { loadAskModel } from '../clients/judges/load-ask-model.ts';
import { chooseJudge } from '../domain/judges/choose-judge.ts';
import { placeOfKey } from '../domain/judges/workspace-judges.ts';
import { DEFAULT_JUDGE_SETTINGS, type JudgeSettings } from '../domain/judges/judge-settings.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import { RENEW_EVERY_MS } from '../store/judging/statements.ts';
import type { RecordedResult } from '../use-cases/evaluations/evaluation-store.ts';
import { makeAskJudge } from '../use-cases/judging/ask-judge.ts';
import { Breakers } from '../use-cases/judging/breakers.ts';
import { CallPool } from '../use-cases/judging/call-pool.ts';
import { ClaimsInHand } from '../use-cases/judging/claims-in-hand.ts';
import type { JudgeJobStore } from '../use-cases/judging/judge-jobs.ts';
import { type JudgeNow, makeJudgeNow } from '../use-cases/judging/judge-now.ts';
import { type JudgeRules, makeJudgeRules } from '../use-cases/judging/judge-rules.ts';
import { type JudgeTried, makeJudgeTried } from '../use-cases/judging/judge-tried.ts';
import { makeKeepClaims } from '../use-cases/judging/keep-claims.ts';
import { makeRunJob, type RunJob } from '../use-cases/judging/run-job.ts';
import { makeTakeJobs } from '../use-cases/judging/take-jobs.ts';
import { measureJudging } from './measure-judging.ts';
import type { Stores } from './stores.ts';
import { traceCalls, traceJobs } from './trace-judging.ts';

export interface Judging {
  readonly judgeNow: JudgeNow;
  readonly judgeTried: JudgeTried;
  /** Looks for jobs now. */
  readonly wake: () => void;
  /** Answers those who wait for judges. What is left of it goes to other replicas: no job is taken any more. */
  readonly endWaits: () => Promise<void>;
}

interface Parts {
  readonly stores: Stores;
  readonly egress: EgressGuard;
  readonly announce: (results: readonly RecordedResult[]) => void;
  readonly closers: CloserStack;
}

// Jobs of other replicas and those that paused are found by looking; own ones wake the loop.
const LOOK_EVERY_MS = 250;
const FREE_EVERY_MS = 1_000;

/** Builds what asks judges, and starts to work on jobs. */
export async function makeJudging(options: SeenEvaluatorOptions, parts: Parts): Promise<Judging> {
  const { log, isAlone = false, judging } = options;
  const { stores, closers } = parts;
  const settings = { ...DEFAULT_JUDGE_SETTINGS, ...judging };
  const inHand = new ClaimsInHand();
  const judgeRules = await makeSessions(options, settings, parts.egress);
  const run = makeRunner(options, { ...parts, settings, judgeRules });
  const runJob = traceJobs(run, options.telemetry.tracing);

  const { provider = null, model = null } = judging.judge ?? {};
  log.info({ provider, model }, 'judge configured');
  // What a killed process had claimed; nobody else can have claimed anything.
  if (isAlone) await stores.jobs.freeAll();
  const loops = startLoops(options, { jobs: stores.jobs, inHand, runJob, settings, closers });
  const deps = { inHand, inlineMs: settings.inlineMs, readMs };
  return {
    judgeNow: makeJudgeNow({ ...stores, ...deps, runJob, wait }),
    judgeTried: makeJudgeTried({ ...deps, readJudges: stores.judges.read, judgeRules }),
    ...loops,
  };
}

async function makeSessions(
  { judging: { judge: operator }, sealer, clock, telemetry }: SeenEvaluatorOptions,
  { callsMax, callMs }: JudgeSettings,
  egress: EgressGuard,
): Promise<JudgeRules> {
  const askModel = await loadAskModel({ judge: operator, egress, now: () => clock.now() });
  const askJudge = makeAskJudge({
    chooseJudge: (wish, { workspaceId, judges: workspace }) =>
      chooseJudge(wish, {
        ...{ workspace, operator },
        openKey: (entry, sealedKey) => sealer.open(sealedKey, placeOfKey(workspaceId, entry)),
      }),
    askModel: traceCalls(askModel, telemetry.tracing),
    breakers: new Breakers({ readMs }),
    newBoundary: () => randomBytes(16).toString('hex'),
    readMs,
    chance: () => Math.random(),
    wait,
    onAsked: measureJudging(telemetry.metrics),
  });
  return makeJudgeRules({
    askJudge,
    backgroundPool: new CallPool({ callsMax }),
    inlinePool: new CallPool({ callsMax }),
    callMs,
    readMs,
  });
}

function makeRunner(
  { log, clock }: SeenEvaluatorOptions,
  {
    stores,
    announce,
    settings,
    judgeRules,
    closers,
  }: Parts & { readonly settings: JudgeSettings; readonly judgeRules: JudgeRules },
): RunJob {
  const stopping = new AbortController();
  closers.add('results of judges', () => stopping.abort());
  const { jobs, findRules, judges } = stores;
  const settle: JudgeJobStore['settle'] = (claim, result) =>
    // What judges said has been paid for.
    retryOutages(() => jobs.settle(claim, result), {
      signal: stopping.signal,
      onOutage: (err) => log.warn({ err, id: claim.id }, 'result of judges waits for an outage'),
    });
  return makeRunJob({
    jobs: { settle, putOff: jobs.putOff },
    findRules,
    readJudges: judges.read,
    judgeRules,
    announce,
    retryForMs: settings.retryForMs,
    newId,
    now: () => clock.now(),
    readMs,
    chance: () => Math.random(),
    onBroken: (err, { id }) => log.error({ err, id }, 'judge job broke and ends as an error'),
  });
}

interface LoopParts {
  readonly jobs: JudgeJobStore;
  readonly inHand: ClaimsInHand;
  readonly runJob: RunJob;
  readonly settings: JudgeSettings;
  readonly closers: CloserStack;
}

function startLoops(
  { log, clock }: SeenEvaluatorOptions,
  { jobs, inHand, runJob, settings, closers }: LoopParts,
): Pick<Judging, 'wake' | 'endWaits'> {
  const { callsMax, drainMs } = settings;
  const loop = (name: string, everyMs: number, turn: () => Promise<unknown>) =>
    startLoop({
      name,
      everyMs,
      run: async (signal) => {
        const onOutage = (err: unknown): void => log.warn({ err, loop: name }, 'loop waits');
        await retryOutages(turn, { signal, onOutage });
      },
      log,
      clock,
    });
  let wake = (): void => undefined;
  const takeJobs = makeTakeJobs({
    jobs,
    inHand,
    runJob,
    callsMax,
    onFailed: (err, { id }) => log.warn({ err, id }, 'judge job left to whoever takes it over'),
    onEnded: () => wake(),
  });
  const taking = loop('judge jobs', LOOK_EVERY_MS, takeJobs);
  const keeping = loop('leases of judge jobs', RENEW_EVERY_MS, makeKeepClaims({ jobs, inHand }));
  const freeing = loop('expired judge jobs', FREE_EVERY_MS, () => jobs.freeExpired());
  wake = () => taking.wake();
  closers.add('judge jobs', async () => {
    await Promise.all([taking.stop(), freeing.stop()]);
    await inHand.stop(drainMs);
    await keeping.stop();
  });
  const endWaits = async (): Promise<void> => {
    const stopped = taking.stop();
    inHand.endWaits();
    await stopped;
  };
  return { wake, endWaits };
}

function readMs(): number {
  return performance.now();
}
