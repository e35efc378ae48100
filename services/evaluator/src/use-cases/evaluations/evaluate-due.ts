import type { EvaluateRuns } from './evaluate-runs.ts';
import { firstRunOf } from './evaluate-submissions.ts';
import type { EvaluationStore } from './evaluation-store.ts';

// 100 submissions of the greatest size are less than half of what a batch may weigh in memory.
const BATCH_MAX = 100;

export const makeEvaluateDue =
  ({
    evaluateRuns,
    evaluations,
    now,
  }: {
    readonly evaluateRuns: EvaluateRuns;
    readonly evaluations: Pick<EvaluationStore, 'findDue'>;
    readonly now: () => Date;
  }) =>
  /** Evaluates sync submissions whose inline call never came or never ended. */
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const due = await evaluations.findDue(now(), BATCH_MAX);
      if (due.length > 0) await evaluateRuns(due.map(firstRunOf));
      if (due.length < BATCH_MAX) return;
    }
  };
