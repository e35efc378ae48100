import type { OutputsEvaluated } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { wait } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { JudgeJob } from '../runs/runs.pure.ts';
import { lookUpEnding } from '../runs/runs.sql.ts';
import { runJob } from './run-job.ts';

// How often to check for an expired lease.
const CLAIM_EVERY_MS = 1_000;
// Often enough for a caller who waits for a model, at negligible cost for the database.
const LOOK_EVERY_MS = 100;

/**
 * Judges a run while its caller waits. If another replica is working on it, waits for that result, and takes over if
 * that replica dies.
 *
 * @param endsAtMs deadline for judges, by `performance.now()`.
 * @throws AppError UNAVAILABLE if there is no result in time or the service shuts down; NOT_FOUND if the output was
 * deleted.
 */
export async function judgeNow(
  ctx: Context,
  job: JudgeJob,
  endsAtMs: number,
): Promise<OutputsEvaluated> {
  const { activeLeases } = ctx.judgeWorker;
  let claimAtMs = -Infinity;
  while (performance.now() < endsAtMs) {
    activeLeases.callersSignal.throwIfAborted();
    if (performance.now() >= claimAtMs) {
      const own = await judgeOwn(ctx, job, endsAtMs);
      if (own) return own;
      claimAtMs = performance.now() + CLAIM_EVERY_MS;
    }
    const ending = await lookUpEnding(ctx.db, job);
    if (ending === 'deleted') throw new AppError('NOT_FOUND', 'This output was deleted.');
    if (ending) return ending;
    await wait(LOOK_EVERY_MS, activeLeases.callersSignal);
  }
  throw new AppError('UNAVAILABLE', 'This output is still being judged.');
}

/** Null if another replica has the job, or has taken it over. */
async function judgeOwn(
  ctx: Context,
  job: JudgeJob,
  endsAtMs: number,
): Promise<OutputsEvaluated | null> {
  if (endsAtMs - performance.now() < ctx.judgeSettings.inlineMsMin) return null;
  const claimed = await ctx.jobTable.claimNow(job);
  if (!claimed) return null;
  const recorded = await ctx.judgeWorker.activeLeases.during(
    { claim: claimed, isBackground: false },
    (signal) => runJob(ctx, claimed, { endsAtMs, signal }),
  );
  return recorded?.data ?? null;
}
