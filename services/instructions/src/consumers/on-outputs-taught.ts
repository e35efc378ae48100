import { outputsTaught } from '@output-review/contracts';
import { consumeEvents, type Consuming, type SubscriptionHandle } from '@output-review/runtime';

import type { OutputComment } from '../use-cases/feedback/output-comment.ts';
import { commentOfLesson } from '../use-cases/feedback/comments-of-outputs.ts';

interface Deps {
  readonly queueOutputComment: (said: OutputComment) => Promise<unknown>;
}

/** Queues the lessons that people draw from outputs. */
export function onOutputsTaught(
  consuming: Consuming,
  { queueOutputComment }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    event: outputsTaught,
    handle: async (batch) => {
      for (const { data } of batch) {
        const said = commentOfLesson(data);
        if (said) await queueOutputComment(said);
      }
    },
  });
}
