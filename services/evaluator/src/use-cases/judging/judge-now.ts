import type { OutputsEvaluated } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { EvaluationStore } from '../evaluations/evaluation-store.ts';
import type { ClaimsInHand } from './claims-in-hand.ts';
import type { JudgeJob, JudgeJobStore } from './judge-jobs.ts';
import type { RunJob } from './run-job.ts';

export interface JudgeNowDeps {
  readonly jobs: Pick<JudgeJobStore, 'claimNow' | 'isDeleted'>;
  readonly evaluations: Pick<EvaluationStore, 'lookUp'>;
  readonly inHand: ClaimsInHand;
  readonly runJob: RunJob;
  readonly inlineMs: number;
  readonly inlineMsMin: number;
  readonly readMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type JudgeNow = (job: JudgeJob) => Promise<OutputsEvaluated>;

// As often as a lease may have ended.
const CLAIM_EVERY_MS = 1_000;
// Often enough for a caller who waits for a model, and next to nothing for the database.
const LOOK_EVERY_MS = 100;

/**
 * Judges a run while its caller waits. Where somebody else is at it, waits for that result; where
 * that one dies, takes over.
 *
 * @throws AppError UNAVAILABLE where there is no result in time or the service stops; NOT_FOUND
 *   where the output was deleted.
 */
export function makeJudgeNow(deps: JudgeNowDeps): JudgeNow {
  const { jobs, evaluations, inHand, inlineMs, readMs, wait } = deps;
  return async (job) => {
    const endsAtMs = readMs() + inlineMs;
    let claimAtMs = -Infinity;
    while (readMs() < endsAtMs) {
      inHand.waitsEnded.throwIfAborted();
      if (readMs() >= claimAtMs) {
        const own = await judgeOwn(job, endsAtMs, deps);
        if (own) return own;
        claimAtMs = readMs() + CLAIM_EVERY_MS;
      }
      const [stored] = await evaluations.lookUp(job.workspaceId, [job.id]);
      if (stored) return stored;
      if (await jobs.isDeleted(job)) {
        throw new AppError('NOT_FOUND', 'This output was deleted.');
      }
      await wait(LOOK_EVERY_MS, inHand.waitsEnded);
    }
    throw new AppError('UNAVAILABLE', 'This output is still being judged.');
  };
}

/** Null where somebody else has it, or has taken it over. */
async function judgeOwn(
  job: JudgeJob,
  endsAtMs: number,
  { jobs, inHand, runJob, inlineMsMin, readMs }: JudgeNowDeps,
): Promise<OutputsEvaluated | null> {
  if (endsAtMs - readMs() < inlineMsMin) return null;
  const claimed = await jobs.claimNow(job);
  if (!claimed) return null;
  const recorded = await inHand.during({ claim: claimed, isBackground: false }, (signal) =>
    runJob(claimed, { endsAtMs, signal }),
  );
  return recorded?.data ?? null;
}
