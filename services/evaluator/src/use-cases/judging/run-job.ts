import { isOutage } from '@output-review/runtime';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import { type Evaluation, evaluationAsError, evaluationOf } from '../../domain/evaluation.ts';
import { JudgeFailure } from '../../domain/judges/judge-failure.ts';
import { PAUSES_OF_JOB, pauseBeforeRetryMs } from '../../domain/judges/pause-before-retry.ts';
import { advanceRules, settledRules } from '../../domain/judges/rule-progress.ts';
import { isFlaggedExactly, skipJudges } from '../../domain/judges/skip-judges.ts';
import type { RecordedResult } from '../evaluations/evaluation-store.ts';
import { makeResult } from '../evaluations/make-result.ts';
import type { WorkspaceJudgesStore } from '../workspace-judges/workspace-judges-store.ts';
import type { ClaimedJob, FindRules, JudgeJobStore } from './judge-jobs.ts';
import type { JudgeRules, Statements } from './judge-rules.ts';

export interface RunJobDeps {
  readonly jobs: Pick<JudgeJobStore, 'settle' | 'putOff'>;
  readonly findRules: FindRules;
  readonly readJudges: WorkspaceJudgesStore['read'];
  readonly judgeRules: JudgeRules;
  /** Takes recorded results on their way out. */
  readonly announce: (results: readonly RecordedResult[]) => void;
  readonly retryForMs: number;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly readMs: () => number;
  readonly chance: () => number;
  /** Told of what went wrong with a job that then ends as an error. */
  readonly onBroken: (error: unknown, job: ClaimedJob) => void;
}

export interface RunLimits {
  /** Null where nobody waits: judges that are away are then asked again later. */
  readonly endsAtMs: number | null;
  /** Interrupts the job: the claim is lost, or the service stops. */
  readonly signal: AbortSignal;
}

export type RunJob = (job: ClaimedJob, limits: RunLimits) => Promise<RecordedResult | null>;

// With the pauses between them three fit into the time of a call, where they fail at once.
const TRIES_MAX = 3;

const BROKEN =
  'This output could not be judged: something went wrong on our side. Evaluate it again.';

/**
 * Asks the judges of a claimed job, then records its result or puts it off. A job that breaks is an
 * error: it would break for whoever takes it over, and its output would stay pending for ever.
 *
 * @returns the result; null where it was put off, or where the claim was lost meanwhile.
 */
export function makeRunJob(deps: RunJobDeps): RunJob {
  return async (job, limits) => {
    try {
      const evaluation = await judge(job, limits, deps);
      return evaluation && (await record(job, evaluation, deps));
    } catch (error) {
      if (limits.signal.aborted || isOutage(error)) throw error;
      deps.onBroken(error, job);
      return record(job, evaluationAsError(BROKEN), deps);
    }
  };
}

/** Null where the job was put off. */
async function judge(
  job: ClaimedJob,
  { endsAtMs, signal }: RunLimits,
  deps: RunJobDeps,
): Promise<Evaluation | null> {
  const { jobs, findRules, judgeRules, retryForMs, readMs } = deps;
  const beganMs = readMs();
  const judges = await deps.readJudges(job.workspaceId);
  if (judges.skipsWhenFlagged && isFlaggedExactly(job.rules)) {
    return evaluationOf(skipJudges(job.rules));
  }
  const rules = await findWaitingRules(job, findRules);
  // The verdict stands already: a judge only adds to what the reviewer reads.
  const isFlagged = job.rules.some(({ outcome }) => outcome === 'failed');
  const statements = await judgeRules(
    { workspaceId: job.workspaceId, judges, rules, material: job.material },
    { endsAtMs, triesMax: isFlagged ? 1 : TRIES_MAX, signal },
  );

  const failingForMs = job.failingForMs === null ? 0 : job.failingForMs + readMs() - beganMs;
  const leftMs = retryForMs - failingForMs;
  const advanced = advanceRules(job.rules, {
    statements,
    names: new Map(rules.map(({ versionId, name }) => [versionId, name])),
    isLast: endsAtMs !== null || isFlagged || leftMs <= 0,
  });
  const settled = settledRules(advanced);
  if (settled) return evaluationOf(settled);
  const { pauseMs, isFailing } = pauseOf(job, statements, deps);
  await jobs.putOff(job, { rules: advanced, pauseMs: Math.min(pauseMs, leftMs), isFailing });
  return null;
}

async function record(
  job: ClaimedJob,
  evaluation: Evaluation,
  { jobs, announce, newId, now }: RunJobDeps,
): Promise<RecordedResult | null> {
  const stamp = { eventId: newId(), now: now() };
  const recorded = await jobs.settle(job, makeResult(job, evaluation, stamp));
  if (recorded) announce([recorded]);
  return recorded;
}

async function findWaitingRules(
  { workspaceId, rules }: ClaimedJob,
  findRules: FindRules,
): Promise<ApplicableRule[]> {
  const waiting = rules.filter(({ outcome }) => outcome === 'waiting');
  const versionIds = waiting.map(({ ruleVersionId }) => ruleVersionId);
  const found = await findRules(workspaceId, versionIds);
  return versionIds.flatMap((id) => found.get(id) ?? []);
}

/** As long as the most patient of the failed judges asks for; none where it was only interrupted. */
function pauseOf(
  { attempt }: ClaimedJob,
  statements: Statements,
  { chance }: RunJobDeps,
): { readonly pauseMs: number; readonly isFailing: boolean } {
  const pauses = [...statements.values()].flatMap(({ reply }) =>
    reply instanceof JudgeFailure
      ? [pauseBeforeRetryMs(PAUSES_OF_JOB, { attempt, failure: reply }, chance())]
      : [],
  );
  return { pauseMs: Math.max(0, ...pauses), isFailing: pauses.length > 0 };
}
