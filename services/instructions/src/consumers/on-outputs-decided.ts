import { outputsDecided } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { OutputComment } from '../use-cases/feedback/output-comment.ts';
import { commentOfDecision } from '../use-cases/feedback/comments-of-outputs.ts';

interface Deps {
  readonly queueDecisionComment: (said: OutputComment) => Promise<void>;
}

/** Queues the comments of decisions that found something wrong. */
export function onOutputsDecided(
  consuming: Consuming,
  { queueDecisionComment }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsDecided,
    handle: async (batch) => {
      for (const { data } of batch) {
        const said = commentOfDecision(data);
        if (said) await queueDecisionComment(said);
      }
    },
  });
}
