import type { AppliedRule } from '@output-review/contracts';
import { isTransientError, retryTransient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { ApplicableRule } from '../engine/compile-rule.ts';
import { type Evaluation, evaluationOf, settledRules } from '../engine/evaluation.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { WorkspaceJudges } from '../judges/judges.pure.ts';
import { readJudges } from '../judges/judges.sql.ts';
import { findApplicableRules } from '../rules/rules.sql.ts';
import {
  type ClaimedCheck,
  type ClaimedJob,
  makeResult,
  type RecordedResult,
  type Reschedule,
} from '../runs/runs.pure.ts';
import type { RunLimits } from './job-worker.ts';
import type { SessionLimits, Statements } from './judging.ts';
import { pauseBeforeRetryMs, PAUSES_OF_JOB } from '../judges/pause-before-retry.pure.ts';
import { advanceRules, breakWaiting, maySkipJudges, skipJudges } from './settle-by-judge.pure.ts';
import { traceJob } from './telemetry.ts';

// A few hours. A vendor may rate limit a request that it will never answer, and its responses do not say so.
const ATTEMPTS_FOR_TURN_MAX = 240;

// With the pauses between them, three attempts that fail at once fit into the timeout of a call.
export const TRIES_MAX = 3;

/**
 * Asks the judges of a claimed job, then records its result or reschedules it. In a job that breaks, the rules waiting
 * for judges end as errors: it would break for the next replica too, and its output would stay pending forever.
 *
 * @returns the result; null if it was rescheduled, or if the lease was lost meanwhile
 */
export function runJob(
  ctx: Context,
  claimed: ClaimedJob,
  limits: RunLimits,
): Promise<RecordedResult | null> {
  const { tracing } = ctx.telemetry;
  return traceJob(tracing, { name: 'judge output', job: claimed }, async (job) => {
    try {
      const evaluation = await judge(ctx, job, limits);
      return evaluation && (await recordJob(ctx, job, evaluation));
    } catch (error) {
      if (limits.signal.aborted || isTransientError(error)) throw error;
      ctx.log.error({ err: error, id: job.id }, 'judge job failed unexpectedly, ends as an error');
      return recordJob(ctx, job, evaluationOf(breakWaiting(job.rules)));
    }
  });
}

/** Null if the job was rescheduled. */
async function judge(
  ctx: Context,
  job: ClaimedJob,
  { endsAtMs, signal }: RunLimits,
): Promise<Evaluation | null> {
  const judges = await readJudges(ctx.db, job.workspaceId);
  if (judges.skipsWhenFlagged && maySkipJudges(job.rules)) {
    return evaluationOf(skipJudges(job.rules));
  }
  // The verdict is final already. A judge only adds details for the reviewer.
  const isFlagged = job.rules.some(({ outcome }) => outcome === 'failed');
  const asked = await askJudges(ctx, job, {
    judges,
    limits: { endsAtMs, triesMax: isFlagged ? 1 : TRIES_MAX, signal },
    isLast: endsAtMs !== null || isFlagged,
  });
  if (asked.kind === 'settled') return evaluationOf(asked.rules);
  // Answers may have been expensive, so retry storing them. If the job was rescheduled already, a retry is a no-op.
  await retryTransient(() => ctx.jobTable.leases.reschedule(job, asked.reschedule), {
    signal,
    onOutage: (err) =>
      ctx.log.warn({ err, id: job.id }, 'answers of judges are waiting for an outage to end'),
  });
  return null;
}

/** A run with rules that wait for judges. */
type WaitingJob = Omit<ClaimedJob, 'id' | 'run' | 'traceparent'>;

interface Session {
  readonly judges: WorkspaceJudges;
  readonly limits: SessionLimits;
  /** Whether an unavailable judge will not be asked again. */
  readonly isLast: boolean;
}

/** The results of the rules; or, if a judge is unavailable, the progress so far and when to retry. */
type AskedJudges =
  | { readonly kind: 'settled'; readonly rules: readonly AppliedRule[] }
  | { readonly kind: 'waiting'; readonly reschedule: Reschedule };

/** Asks the judges that a run waits for. Waits for an unavailable one, but not forever. */
export async function askJudges(
  ctx: Context,
  job: WaitingJob,
  { judges, limits, isLast }: Session,
): Promise<AskedJudges> {
  const beganMs = performance.now();
  const { workspaceId, material } = job;
  const rules = await findWaitingRules(ctx, job);
  const statements = await ctx.judging.judgeRules(
    { workspaceId, judges, rules, material },
    { ...limits, comesAgain: !isLast },
  );
  const failingForMs = failingForMsOf(job, { statements, tookMs: performance.now() - beganMs });
  const leftMs = ctx.judgeSettings.retryForMs - (failingForMs ?? 0);
  const advanced = advanceRules(job.rules, {
    statements,
    names: new Map(rules.map(({ versionId, name }) => [versionId, name])),
    isLast: isLast || leftMs <= 0,
  });
  const settled = settledRules(advanced);
  if (settled) return { kind: 'settled', rules: settled };
  const pauseMs = Math.min(pauseOf(job, statements), leftMs);
  return { kind: 'waiting', reschedule: { rules: advanced, pauseMs, failingForMs } };
}

/** Records the result of a claimed job. @returns null if the lease was lost meanwhile */
export function recordJob(
  { results, clock }: Context,
  claimed: ClaimedJob | ClaimedCheck,
  evaluation: Evaluation,
): Promise<RecordedResult | null> {
  return results.settle(claimed, makeResult(claimed, evaluation, clock.now()));
}

async function findWaitingRules(
  { db }: Context,
  { workspaceId, rules }: WaitingJob,
): Promise<ApplicableRule[]> {
  const waiting = rules.filter(({ outcome }) => outcome === 'waiting');
  const versionIds = waiting.map(({ ruleVersionId }) => ruleVersionId);
  const found = await findApplicableRules(db, workspaceId, versionIds);
  return versionIds.flatMap((id) => found.get(id) ?? []);
}

/** The longest pause that one of the failed judges requires; zero if the job was only interrupted. */
function pauseOf({ attempt }: WaitingJob, statements: Statements): number {
  const pauses = [...statements.values()].flatMap(({ reply }) =>
    reply instanceof JudgeFailure
      ? [pauseBeforeRetryMs(PAUSES_OF_JOB, { attempt, failure: reply }, Math.random())]
      : [],
  );
  return Math.max(0, ...pauses);
}

/**
 * How long the judges of a job have been unavailable; null if it was only interrupted. A judge that rate limits but
 * answers others is available: with many outputs queued, this one may wait long for its turn, but not forever.
 */
function failingForMsOf(
  { failingForMs, attempt }: WaitingJob,
  { statements, tookMs }: { readonly statements: Statements; readonly tookMs: number },
): number | null {
  const ownMs = failingForMs === null ? 0 : failingForMs + tookMs;
  const failed = [...statements.values()].filter(({ reply }) => reply instanceof JudgeFailure);
  if (failed.length === 0) return null;
  if (attempt > ATTEMPTS_FOR_TURN_MAX) return ownMs;
  return Math.max(...failed.map(({ silentForMs }) => Math.min(ownMs, silentForMs ?? Infinity)));
}
