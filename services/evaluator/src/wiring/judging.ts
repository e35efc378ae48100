import { randomBytes } from 'node:crypto';

import {
  ByteBudget,
  type CloserStack,
  type EgressGuard,
  makeLinkTokens,
  newId,
  wait,
} from '@output-review/runtime';

import { makeReadFile } from '../clients/files-client.ts';
import { loadAskModel } from '../clients/judges/load-ask-model.ts';
import { type JudgeSettings, judgeSettingsOf } from '../domain/judges/judge-settings.ts';
import type { SeenEvaluatorOptions } from '../options.ts';
import type { RecordedResult } from '../use-cases/evaluations/evaluation-store.ts';
import { makeAskJudge } from '../use-cases/judging/ask-judge.ts';
import { Breakers } from '../use-cases/judging/breakers.ts';
import { CallPool } from '../use-cases/judging/call-pool.ts';
import { ClaimsInHand } from '../use-cases/judging/claims-in-hand.ts';
import { type JudgeNow, makeJudgeNow } from '../use-cases/judging/judge-now.ts';
import { type JudgeRules, makeJudgeRules } from '../use-cases/judging/judge-rules.ts';
import { type JudgeTried, makeJudgeTried } from '../use-cases/judging/judge-tried.ts';
import { type LoadFiles, makeLoadFiles } from '../use-cases/judging/load-files.ts';
import { makeRunJob, type RunJob } from '../use-cases/judging/run-job.ts';
import {
  type JobLoops,
  settleThroughOutages,
  startJobLoops,
  startPatientLoop,
} from './job-loops.ts';
import { makeJudgeChooser } from './judge-chooser.ts';
import { measureJudging, watchCallPools } from './measure-judging.ts';
import type { Stores } from './stores.ts';
import { traceCalls, traceJobs } from './trace-judging.ts';

export interface Judging extends JobLoops {
  readonly judgeNow: JudgeNow;
  readonly judgeTried: JudgeTried;
}

interface Parts {
  readonly stores: Stores;
  readonly egress: EgressGuard;
  readonly announce: (results: readonly RecordedResult[]) => void;
  readonly closers: CloserStack;
}

const FREE_EVERY_MS = 1_000;
// Of files that judges are shown. Those of one output have a seventh of it at most; in a question they
// stand as base64 as well.
const FILES_IN_FLIGHT = { bytesMax: 32_000_000, waitMsMax: 5_000 };

/** Builds what asks judges, and starts to work on jobs. */
export async function makeJudging(options: SeenEvaluatorOptions, parts: Parts): Promise<Judging> {
  const { log, isAlone = false, judging } = options;
  const { stores, closers } = parts;
  const settings = judgeSettingsOf(judging);
  const inHand = new ClaimsInHand();
  const judgeRules = await makeSessions(options, settings, parts.egress);
  const run = makeRunner(options, { ...parts, settings, judgeRules });
  const { tracing } = options.telemetry;
  const runJob = traceJobs(run, { name: 'judge output', tracing });

  const { provider = null, model = null } = judging.judge ?? {};
  log.info({ provider, model }, 'judge configured');
  // What a killed process had claimed; nobody else can have claimed anything.
  if (isAlone) await stores.jobs.freeAll();
  const { jobs } = stores;
  const work = { name: 'judge jobs', ...settings, jobs, claims: jobs, inHand, runJob };
  const loops = startJobLoops(options, work, closers);
  const freeing = startPatientLoop(options, {
    ...{ name: 'expired jobs', everyMs: FREE_EVERY_MS, turn: () => jobs.freeExpired() },
  });
  closers.add('expired jobs', () => freeing.stop());
  const deps = { ...settings, inHand, readMs };
  return {
    judgeNow: makeJudgeNow({ ...stores, ...deps, runJob, wait }),
    judgeTried: makeJudgeTried({ ...deps, readJudges: stores.judges.read, judgeRules }),
    ...loops,
  };
}

async function makeSessions(
  options: SeenEvaluatorOptions,
  { callsMax, callMs }: JudgeSettings,
  egress: EgressGuard,
): Promise<JudgeRules> {
  const { judging, clock, telemetry } = options;
  const askModel = await loadAskModel({ judge: judging.judge, egress, now: () => clock.now() });
  const askJudge = makeAskJudge({
    chooseJudge: makeJudgeChooser(options),
    askModel: traceCalls(askModel, telemetry.tracing),
    breakers: new Breakers({ readMs }),
    newBoundary: () => randomBytes(16).toString('hex'),
    readMs,
    chance: () => Math.random(),
    wait,
    onAsked: measureJudging(telemetry.metrics),
  });
  const [background, inline] = [new CallPool({ callsMax }), new CallPool({ callsMax })];
  watchCallPools(telemetry.metrics, { background, inline });
  return makeJudgeRules({
    askJudge,
    loadFiles: openFiles(options),
    backgroundPool: background,
    inlinePool: inline,
    callMs,
    readMs,
  });
}

function openFiles({ peers, linkKeys, clock, log }: SeenEvaluatorOptions): LoadFiles {
  const room = new ByteBudget(FILES_IN_FLIGHT);
  return makeLoadFiles({
    readFile: makeReadFile({ baseUrl: peers.media, tokens: makeLinkTokens(linkKeys, clock) }),
    takeRoom: (bytes) => room.take(bytes),
    onFailed: (err, workspaceId) => log.warn({ err, workspaceId }, 'files for a judge not read'),
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
  const { jobs, findRules, judges } = stores;
  const settle = settleThroughOutages(jobs, { log, closers });
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

function readMs(): number {
  return performance.now();
}
