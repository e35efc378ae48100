import type { Metrics } from '@output-review/runtime';

import type { EvaluationStore } from '../use-cases/evaluations/evaluation-store.ts';

/** The store, with what it records counted. */
export function countResults(store: EvaluationStore, metrics: Metrics): EvaluationStore {
  const results = metrics.counter({
    name: 'output_review_evaluations_total',
    help: 'Results that were recorded, by outcome.',
    labels: ['outcome'],
  });
  return {
    ...store,
    record: async (given) => {
      const recorded = await store.record(given);
      for (const { data } of recorded) results.of({ outcome: data.outcome }).add();
      return recorded;
    },
  };
}
