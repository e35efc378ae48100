import type { Metrics } from '@output-review/runtime';

import type { EvaluationStore, RecordedResult } from '../use-cases/evaluations/evaluation-store.ts';
import type { JudgeJobStore } from '../use-cases/judging/judge-jobs.ts';

interface ResultStores {
  readonly evaluations: EvaluationStore;
  readonly jobs: JudgeJobStore;
}

/** The stores, with the results that they record counted. */
export function countResults({ evaluations, jobs }: ResultStores, metrics: Metrics): ResultStores {
  const results = metrics.counter({
    name: 'output_review_evaluations_total',
    help: 'Results that were recorded, by outcome: pass, fail, error.',
    labels: ['outcome'],
  });
  const count = ({ data }: RecordedResult): void => results.of({ outcome: data.outcome }).add();
  return {
    evaluations: {
      ...evaluations,
      record: async (given) => {
        const recorded = await evaluations.record(given);
        for (const result of recorded) count(result);
        return recorded;
      },
    },
    jobs: {
      ...jobs,
      settle: async (claim, result) => {
        const recorded = await jobs.settle(claim, result);
        if (recorded) count(recorded);
        return recorded;
      },
    },
  };
}
