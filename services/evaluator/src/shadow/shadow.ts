import { type AppliedRule, outputKey, outputsShadowEvaluated } from '@output-review/contracts';
import { isTransientError, retryTransient, wait } from '@output-review/runtime';
import { transact } from '@output-review/shared-kernel';

import { type Context, job } from '../context.ts';
import { GaveWay } from '../engine/apply-rules.ts';
import { compileRule } from '../engine/compile-rule.ts';
import { type RuleProgress, settledRules } from '../engine/evaluation.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import { readJudges } from '../judges/judges.sql.ts';
import type { RunLimits } from '../judging/job-worker.ts';
import { askJudges, TRIES_MAX } from '../judging/run-job.ts';
import { traceJob } from '../judging/telemetry.ts';
import type { WorkspaceRules } from '../rules/rule-sets.ts';
import { findApplicableRules } from '../rules/rules.sql.ts';
import type { RequestedRun } from '../runs/runs.pure.ts';
import {
  brokenRules,
  type ClaimedShadowRun,
  shadowResult,
  type ShadowRun,
  versionsFor,
} from './shadow.pure.ts';
import { isCurrent, readyRuns } from './shadow.sql.ts';

/**
 * Stores shadow runs, right before the result or job of each run. Sends no query if no shadow rules apply. On failure,
 * the runs continue without shadow rules.
 *
 * @returns the keys of runs with shadow rules
 */
export async function storeShadowRuns(
  { shadowTable, drawSample, log }: Context,
  runs: readonly RequestedRun[],
  rulesOf: (workspaceId: string) => WorkspaceRules,
): Promise<ReadonlySet<string>> {
  const left = runs.flatMap((run): ShadowRun[] => {
    const { workspaceId, id } = run;
    const rules = rulesOf(workspaceId).shadowIn(run);
    const versionIds = versionsFor(rules, () => drawSample(workspaceId, id));
    return versionIds.length === 0 ? [] : [{ ...run, versionIds }];
  });
  const keys = new Set(left.map(outputKey));
  if (left.length === 0) return keys;
  try {
    await shadowTable.keep(left);
  } catch (err) {
    log.error({ err, outputs: left.length }, 'rules in shadow are not applied to these outputs');
  }
  return keys;
}

// Other work needs the processes for costly checks, and may need them for long.
const GAVE_WAY_PAUSE_MS = 5_000;

/**
 * Applies shadow rules to a claimed run, and publishes their results or reschedules it. A run that breaks ends with
 * errors, since it would break for the next replica too.
 */
export function runShadow(
  ctx: Context,
  claimed: ClaimedShadowRun,
  { signal }: Pick<RunLimits, 'signal'>,
): Promise<void> {
  const { tracing } = ctx.telemetry;
  return traceJob(tracing, { name: 'apply rules in shadow', job: claimed }, async (run) => {
    try {
      if (await isCurrent(ctx.db, run)) await applyShadow(ctx, run, signal);
      else await ctx.shadowTable.remove(ctx.db, run);
    } catch (error) {
      const hasGivenWay = error instanceof GaveWay;
      if (signal.aborted || hasGivenWay) {
        const pauseMs = hasGivenWay ? GAVE_WAY_PAUSE_MS : 0;
        return ctx.shadowTable.leases.reschedule(run, { rules: null, pauseMs, failingForMs: null });
      }
      if (isTransientError(error)) throw error;
      ctx.log.error(
        { err: error, id: run.id },
        'rules in shadow failed unexpectedly, end as errors',
      );
      await publishShadow(ctx, { run, applied: brokenRules(run), signal });
    }
  });
}

async function applyShadow(
  ctx: Context,
  run: ClaimedShadowRun,
  signal: AbortSignal,
): Promise<void> {
  const rules = run.progress ?? (await applyExactly(ctx, run, signal));
  const settled = settledRules(rules);
  if (settled) return publishShadow(ctx, { run, applied: settled, signal });
  const { content, files } = run;
  const asked = await askJudges(
    ctx,
    { ...run, rules, material: judgedMaterialOf(content, files) },
    {
      judges: await readJudges(ctx.db, run.workspaceId),
      limits: { endsAtMs: null, triesMax: TRIES_MAX, signal, isShadow: true },
      isLast: false,
    },
  );
  if (asked.kind === 'settled') return publishShadow(ctx, { run, applied: asked.rules, signal });
  const reschedule = (): Promise<void> => ctx.shadowTable.leases.reschedule(run, asked.reschedule);
  await writeThroughOutages(ctx, { run, signal }, reschedule);
}

/** Applies the rules as far as possible without judges. */
async function applyExactly(
  { db, engine }: Context,
  { workspaceId, versionIds, content, files }: ClaimedShadowRun,
  signal: AbortSignal,
): Promise<readonly RuleProgress[]> {
  const found = await findApplicableRules(db, workspaceId, versionIds);
  const rules = versionIds.flatMap((id) => found.get(id) ?? []);
  // Shadow rules require no approvals.
  const compiled = rules.map((rule) => compileRule({ ...rule, approvals: null }, engine.tools));
  const applied = await engine.applyRules(compiled, content, {
    ...{ workspaceId, files, signal, isShadow: true },
  });
  return applied.kind === 'settled' ? applied.evaluation.appliedRules : applied.rules;
}

interface Settled {
  readonly run: ClaimedShadowRun;
  readonly applied: readonly AppliedRule[];
  readonly signal: AbortSignal;
}

/** Ends the run and publishes its results. */
async function publishShadow(ctx: Context, { run, applied, signal }: Settled): Promise<void> {
  const at = ctx.clock.now();
  const publish = (): Promise<void> =>
    transact(ctx, async (tx) => {
      const isHeld = await ctx.shadowTable.remove(tx, run);
      if (!isHeld || applied.length === 0) return;
      const data = shadowResult(run, applied, at);
      tx.publish(outputsShadowEvaluated, { key: outputKey(run), at, data });
    });
  await writeThroughOutages(ctx, { run, signal }, publish);
}

/**
 * Stores the results of a run. Retries through outages, since they may have been expensive. A retry after a successful
 * write is a no-op.
 */
function writeThroughOutages(
  { log }: Context,
  { run, signal }: Omit<Settled, 'applied'>,
  write: () => Promise<void>,
): Promise<void> {
  return retryTransient(write, {
    signal,
    onOutage: (err) =>
      log.warn({ err, id: run.id }, 'shadow results are waiting for an outage to end'),
  });
}

// Looking at a run takes some microseconds of the database.
const REST_MS_A_RUN = 0.1;

/** Marks runs with a stored result as ready. Rests in proportion to the runs that it had to look at for that. */
export const maintainShadowRuns = job({
  name: 'runs with rules in shadow',
  everyMs: 1_000,
  run: async ({ db, shadowWorker }, signal) => {
    const { ready, early } = await readyRuns(db);
    if (ready > 0) shadowWorker.wake();
    await wait(early * REST_MS_A_RUN, signal);
  },
});
