import { outputsDeleted } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { EvaluationStore } from '../use-cases/evaluations/evaluation-store.ts';

/** Forgets the texts of deleted outputs; their keys stay, so that a late result does nothing. */
export function onOutputsDeleted(
  consuming: Consuming,
  { evaluations }: { readonly evaluations: Pick<EvaluationStore, 'forget'> },
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDeleted,
    handle: (batch) => evaluations.forget(batch.map(({ data }) => data)),
  });
}
