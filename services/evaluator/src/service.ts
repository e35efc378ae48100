import {
  type Database,
  awaitDatabase,
  type ShutdownStack,
  makeEgressGuard,
  makeServiceClient,
  newId,
  type RunningService,
} from '@output-review/runtime';
import {
  type BaseContext,
  erasureConsumer,
  makeDrawSample,
  makeSecretsCheck,
  openOutbox,
  registryConsumer,
  registryRoutes,
  type Service,
  startService,
} from '@output-review/shared-kernel';

import { backtestRoutes } from './backtests/routes.ts';
import { runCheck } from './checks/checks.ts';
import type { Context, EvaluatorOptions } from './context.ts';
import { draftRoutes } from './drafts/routes.ts';
import { dryRunRoutes } from './dry-runs/routes.ts';
import { ERASE_STEPS } from './erasure.ts';
import { evaluationConsumers } from './evaluations/consumers.ts';
import { evaluateDueSubmissions } from './evaluations/evaluations.ts';
import { evaluationRoutes } from './evaluations/routes.ts';
import { judgeSettingsOf } from './judges/judge-config.ts';
import { SEALED_JUDGE_KEYS } from './judges/judges.sql.ts';
import { judgeRoutes } from './judges/routes.ts';
import { freeExpiredJobs } from './judging/free-expired-jobs.ts';
import { JobWorker } from './judging/job-worker.ts';
import { openJudging } from './judging/open-judging.ts';
import { runJob } from './judging/run-job.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openRuleEngine } from './rule-process/rule-engine.ts';
import { ruleRoutes } from './rules/routes.ts';
import { RuleSets } from './rules/rule-sets.ts';
import { openRegistry } from './rules/rules.sql.ts';
import { JobTable, type Leases } from './runs/jobs.sql.ts';
import { watchJudgeJobs } from './runs/metrics.ts';
import { adoptUnsent } from './runs/outbox.sql.ts';
import { Results } from './runs/results.ts';
import { watchShadowRuns } from './shadow/metrics.ts';
import { runShadow, maintainShadowRuns } from './shadow/shadow.ts';
import { ShadowTable } from './shadow/shadow.sql.ts';

export type { EvaluatorOptions } from './context.ts';
export { type JudgeConfig, judgeGroup } from './judges/judge-config.ts';

const EVALUATOR: Service<Context, EvaluatorOptions> = {
  service: 'evaluator',
  migrations: MIGRATIONS,
  // Five batches of consumers, two relays, the job for due submissions and seven job loops use at most one connection
  // each. The rest is for requests and results of jobs. The loops that renew leases need theirs only briefly.
  poolMax: 15,
  openContext,
  routes: [
    ...dryRunRoutes,
    ...ruleRoutes,
    ...registryRoutes,
    ...evaluationRoutes,
    ...judgeRoutes,
    ...draftRoutes,
    ...backtestRoutes,
  ],
  checks: (ctx) => ({ secrets: makeSecretsCheck(ctx, [SEALED_JUDGE_KEYS]) }),
  consumers: [...evaluationConsumers, registryConsumer, erasureConsumer],
  // A statement of 500 results of 2 KB is a megabyte. Larger batches gain nothing and delay other work.
  batchMax: 250,
  jobs: { evaluateDueSubmissions, freeExpiredJobs, maintainShadowRuns },
  everyMs: ({ lookEveryMs }) => ({
    evaluateDueSubmissions: lookEveryMs,
    freeExpiredJobs: lookEveryMs,
    maintainShadowRuns: lookEveryMs,
  }),
  eraseSteps: () => ERASE_STEPS,
  tombstones: { table: 'evaluations', id: 'output_id', isDeleted: "state = 'deleted'" },
  abortPending: async ({ judgeWorker, checkWorker, shadowWorker }) => {
    const workers = [judgeWorker, checkWorker, shadowWorker];
    await Promise.all(workers.map((worker) => worker.abortPending()));
  },
};

/** Starts the service: its schema, its consumers, then its listener. */
export function startEvaluator(options: EvaluatorOptions): Promise<RunningService> {
  return startService(EVALUATOR, options);
}

type Base = BaseContext & Pick<Context, 'jobs'>;

async function openContext(
  base: Base,
  options: EvaluatorOptions,
  closers: ShutdownStack,
): Promise<Context> {
  const { db, telemetry } = base;
  const { judging: judgingOptions, encryptor, checkDeadlineMs, isSingleInstance } = options;
  const outbox = openOutbox(base, options, closers);
  watchJudgeJobs(telemetry.metrics, db);
  watchShadowRuns(telemetry.metrics, db);
  const clients = openClients(base, options, closers);
  const egress = makeEgressGuard(options);
  closers.add('egress guard', () => egress.close());
  const engine = await openRuleEngine(base, checkDeadlineMs, closers);
  const judgeSettings = judgeSettingsOf(judgingOptions);
  // The owner of claims by this process.
  const claiming = { owner: newId(), leaseMs: judgeSettings.leaseMs };
  const jobTable = new JobTable(db, claiming);
  const shadowTable = new ShadowTable(db, claiming);
  const left = isSingleInstance ? [jobTable.leases, shadowTable.leases] : [];
  await awaitDatabase(options, () => takeOver(db, left));
  const opened = await openJudging({ ...base, egress, judgeSettings }, options);
  const ctx: Context = {
    ...base,
    ...{ ...outbox, ...clients, ...opened },
    ...{ egress, encryptor, engine, jobTable, shadowTable, judgeSettings },
    startedMs: performance.now(),
    drawSample: makeDrawSample(options.auditKey),
    registry: openRegistry(db),
    ruleSets: new RuleSets(db, engine.tools),
    results: new Results(base, { jobs: jobTable, isSingleInstance }, closers),
    judgeWorker: new JobWorker({
      ...{ name: 'judge jobs', ...judgeSettings, leases: jobTable.leases },
      claim: (request) => jobTable.claimJobs(request),
    }),
    checkWorker: new JobWorker({
      ...{ name: 'costly checks', ...judgeSettings, leases: jobTable.leases, ...CHECKS },
      claim: (request) => jobTable.claimChecks(request),
    }),
    shadowWorker: new JobWorker({
      ...{ name: 'rules in shadow', ...judgeSettings, leases: shadowTable.leases },
      callsMax: judgeSettings.shadowCallsMax,
      claim: async (request) => (opened.judging.isBehind ? [] : shadowTable.claim(request)),
    }),
  };
  ctx.judgeWorker.start((job, limits) => runJob(ctx, job, limits), ctx, closers);
  ctx.checkWorker.start((job, limits) => runCheck(ctx, job, limits), ctx, closers);
  ctx.shadowWorker.start((job, limits) => runShadow(ctx, job, limits), ctx, closers);
  return ctx;
}

/** @param left tables with claims of a killed process, if no other process can have claimed anything */
async function takeOver(db: Database, left: readonly Leases[]): Promise<void> {
  await adoptUnsent(db);
  for (const leases of left) await leases.free('all');
}

// As many as there are processes for costly checks. A check takes at most 5 s, and the next replica starts it over.
const CHECKS = { callsMax: 2, drainMs: 1_000 };

function openClients(
  { log, telemetry }: Base,
  { peers }: EvaluatorOptions,
  closers: ShutdownStack,
): Pick<Context, 'gateway' | 'review'> {
  const seen = { log, telemetry };
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, ...seen });
  const review = makeServiceClient({ service: 'review', baseUrl: peers.review, ...seen });
  closers.add('clients', async () => {
    await Promise.all([gateway.close(), review.close()]);
  });
  return { gateway, review };
}
