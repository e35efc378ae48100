import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import type { DeadLetters, ListedDeadLetter } from '../messaging/dead-letters.ts';
import type { ReplayCaller, ReplayResult } from '../messaging/replay-dead-letters.ts';
import { implement } from './implement.ts';
import type { Route } from './route.ts';

export interface DeadLetterRoutesDeps {
  readonly deadLetters: Pick<DeadLetters, 'list'>;
  readonly replay: (ids: readonly string[], caller: ReplayCaller) => Promise<ReplayResult>;
}

/** The internal operations with which an operator lists and replays dead letters. */
export const makeDeadLetterRoutes = ({ deadLetters, replay }: DeadLetterRoutesDeps): Route[] => [
  implement(INTERNAL_OPERATIONS.listDeadLetters, async ({ query }) => {
    const { all, limit, afterId } = query;
    const after = afterId === undefined ? {} : { afterId };
    const found = await deadLetters.list({ limit, isComplete: all, ...after });
    return { status: 200, body: { deadLetters: found.map(presentDeadLetter) } };
  }),
  implement(INTERNAL_OPERATIONS.replayDeadLetters, async ({ body, assertion, requestId }) => ({
    status: 200,
    body: await replay(body.ids, { assertion, requestId }),
  })),
];

function presentDeadLetter(letter: ListedDeadLetter) {
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
