import type { JudgeJobStore } from '../judging/judge-jobs.ts';
import type { EvaluationStore, RecordedResult } from './evaluation-store.ts';
import type { PrepareRuns, RequestedRun } from './prepare-runs.ts';

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
 * Evaluates, records the results that are the first of their runs, and announces those. Runs that
 * need judges become jobs: nobody behind them waits for a model.
 */
export const makeEvaluateRuns =
  ({ prepareRuns, evaluations, jobs, announce, onEnqueued }: EvaluateRunsDeps): EvaluateRuns =>
  async (runs) => {
    const prepared = await prepareRuns(runs);
    announce(await evaluations.record(prepared.results));
    if (prepared.jobs.length === 0) return;
    await jobs.enqueue(prepared.jobs);
    onEnqueued();
  };
