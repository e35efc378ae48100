import { outputOfKey, outputsReevaluationRequested } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { makeEvaluateAgain } from '../use-cases/evaluations/evaluate-again.ts';
import type { RunRef } from '../use-cases/evaluations/evaluation-store.ts';
import type { makeRecordFailure } from '../use-cases/evaluations/record-failure.ts';

interface Deps {
  readonly evaluateAgain: ReturnType<typeof makeEvaluateAgain>;
  readonly recordFailure: ReturnType<typeof makeRecordFailure>;
}

export function onReevaluationRequested(
  consuming: Consuming,
  { evaluateAgain, recordFailure }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsReevaluationRequested,
    handle: (batch) =>
      evaluateAgain(batch.map(({ data, traceparent }) => ({ request: data, traceparent }))),
    setAside: async ({ key, json }) => {
      const run = runOf(key, json);
      if (run) await recordFailure(run);
    },
  });
}

/** Which run a message that cannot be handled asks for, where it can be made out. */
function runOf(key: string, json: string): RunRef | null {
  const output = outputOfKey(key);
  const run = /"run"\s*:\s*(\d{1,9})\b/.exec(json)?.[1];
  return output && run !== undefined ? { ...output, run: Number(run) } : null;
}
