import { isTransientError, rejectionOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type Evaluation, evaluationAsError } from '../engine/evaluation.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import { BROKEN } from '../evaluations/evaluations.ts';
import type { RunLimits } from '../judging/job-worker.ts';
import { recordJob } from '../judging/run-job.ts';
import { traceJob } from '../judging/telemetry.ts';
import type { ClaimedCheck } from '../runs/runs.pure.ts';
import { storeShadowRuns } from '../shadow/shadow.ts';

/**
 * Applies the current rules, costly ones included, to a claimed run and records the result. If judges have to be asked
 * too, passes the run on to them. As with judges, a job that breaks ends as an error of each of its rules, with the
 * approvals that these require.
 */
export function runCheck(
  ctx: Context,
  claimed: ClaimedCheck,
  { signal }: Pick<RunLimits, 'signal'>,
): Promise<void> {
  const { tracing } = ctx.telemetry;
  return traceJob(tracing, { name: 'check output', job: claimed }, async (job) => {
    try {
      const evaluation = await check(ctx, job, signal);
      if (evaluation) await recordJob(ctx, job, evaluation);
    } catch (error) {
      // The next claim starts over. If the lease is lost, this is a no-op.
      if (signal.aborted) {
        return ctx.jobTable.leases.reschedule(job, { rules: null, pauseMs: 0, failingForMs: null });
      }
      if (isTransientError(error)) throw error;
      ctx.log.error({ err: error, id: job.id }, 'check failed unexpectedly, ends as an error');
      const ruleSetOf = await ctx.ruleSets.read([job.workspaceId]);
      const rules = ruleSetOf(job.workspaceId).applicableTo(job);
      await recordJob(ctx, job, evaluationAsError(BROKEN, rules));
    }
  });
}

/** Null if the run was passed on to judges. */
async function check(
  ctx: Context,
  job: ClaimedCheck,
  signal: AbortSignal,
): Promise<Evaluation | null> {
  const { engine, ruleSets, jobTable, judgeWorker } = ctx;
  const { workspaceId, content, files } = job;
  const ruleSetOf = await ruleSets.read([workspaceId]);
  const rules = ruleSetOf(workspaceId).applicableTo(job);
  const applying = engine.applyRules(rules, content, { workspaceId, files, signal });
  // A rule process cannot be interrupted, so stop waiting for it instead.
  const applied = await Promise.race([applying, rejectionOf(signal)]);
  await storeShadowRuns(ctx, [job], ruleSetOf);
  if (applied.kind === 'settled') return applied.evaluation;
  await jobTable.passOn(job, {
    material: judgedMaterialOf(content, files),
    rules: applied.rules,
  });
  judgeWorker.wake();
  return null;
}
