import { outputOfKey, outputsSubmitted } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { makeEvaluateSubmissions } from '../use-cases/evaluations/evaluate-submissions.ts';
import type { makeRecordFailure } from '../use-cases/evaluations/record-failure.ts';

interface Deps {
  readonly evaluateSubmissions: ReturnType<typeof makeEvaluateSubmissions>;
  readonly recordFailure: ReturnType<typeof makeRecordFailure>;
}

/** Evaluates outputs as they come; one that is set aside ends as an error instead of never. */
export function onOutputsSubmitted(
  consuming: Consuming,
  { evaluateSubmissions, recordFailure }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsSubmitted,
    handle: (batch) =>
      evaluateSubmissions(
        batch.map(({ data, traceparent }) => ({ submission: data, traceparent })),
      ),
    setAside: async ({ key }) => {
      const output = outputOfKey(key);
      if (output) await recordFailure({ ...output, run: 1 });
    },
  });
}
