import type { EvaluateRuns } from './evaluate-runs.ts';
import { firstRunOf } from './evaluate-submissions.ts';
import type { EvaluationStore } from './evaluation-store.ts';

// 100 submissions of the greatest size are 440 MB, more than a process may have: the bytes are what
// bounds a batch of large ones.
const BATCH = { rowsMax: 100, bytesMax: 8_000_000 };

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
      const due = await evaluations.findDue(now(), BATCH);
      if (due.length === 0) return;
      await evaluateRuns(due.map(firstRunOf));
    }
  };
