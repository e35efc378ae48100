import type { JudgeJobStore } from '../judging/judge-jobs.ts';
import type { EvaluationStore, RecordedResult } from './evaluation-store.ts';
import type { PrepareRuns } from './prepare-runs.ts';
import type { RequestedRun } from './requested-run.ts';

export interface EvaluateRunsDeps {
  readonly prepareRuns: PrepareRuns;
  readonly evaluations: Pick<EvaluationStore, 'record'>;
  readonly jobs: Pick<JudgeJobStore, 'enqueue'>;
  /** Takes recorded results on their way out. */
  readonly announce: (results: readonly RecordedResult[]) => void;
  /** Told that there are jobs to claim. */
  readonly onEnqueued: () => void;
}

export type EvaluateRuns = (runs: readonly RequestedRun[]) => Promise<void>;

/**
 * Evaluates, records the results that are the first of their runs, and announces those. Runs whose
 * rules are costly, or that need judges, become jobs: nobody behind them waits for a check or a model.
 */
export const makeEvaluateRuns =
  ({ prepareRuns, evaluations, jobs, announce, onEnqueued }: EvaluateRunsDeps): EvaluateRuns =>
  async (runs) => {
    const { results, ...left } = await prepareRuns(runs);
    announce(await evaluations.record(results));
    if (left.checks.length === 0 && left.jobs.length === 0) return;
    await jobs.enqueue(left);
    onEnqueued();
  };
