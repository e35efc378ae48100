import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { type DeadLetter, implement, type Route } from '@output-review/runtime';

import type { InternalActions } from './internal-actions.ts';

export const makeListDeadLettersRoute = ({ deadLetters }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.listDeadLetters, async ({ query }) => {
    const { all, limit, afterId } = query;
    const found = await deadLetters.list({
      limit,
      isComplete: all,
      ...(afterId === undefined ? {} : { afterId }),
    });
    return { status: 200, body: { deadLetters: found.map(presentDeadLetter) } };
  });

export const makeReplayDeadLettersRoute = (actions: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.replayDeadLetters, async ({ body, assertion, requestId }) => {
    const requestRuns = actions.requestRunsFor({ assertion, requestId });
    return { status: 200, body: await actions.replayDeadLetters(body.ids, requestRuns) };
  });

function presentDeadLetter(letter: DeadLetter) {
  return {
    id: letter.id,
    topic: letter.event.topic,
    group: letter.group,
    key: letter.event.key,
    eventId: letter.event.id,
    reason: letter.reason,
    code: letter.code,
    attempts: letter.attempts,
    position: letter.event.position,
    setAsideAt: letter.setAsideAt.toISOString(),
    replayedAt: letter.replayedAt?.toISOString() ?? null,
  };
}
