import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { type DeadLetter, type DeadLetters, implement, type Route } from '@output-review/runtime';

import type { ReplayResult } from '../use-cases/replay-dead-letters.ts';

interface Deps {
  readonly deadLetters: Pick<DeadLetters, 'list'>;
  readonly replay: (ids: readonly string[]) => Promise<ReplayResult>;
}

export const makeDeadLetterRoutes = ({ deadLetters, replay }: Deps): Route[] => [
  implement(INTERNAL_OPERATIONS.listDeadLetters, async ({ query }) => {
    const { all, limit, afterId } = query;
    const after = afterId === undefined ? {} : { afterId };
    const found = await deadLetters.list({ limit, isComplete: all, ...after });
    return { status: 200, body: { deadLetters: found.map(presentDeadLetter) } };
  }),
  implement(INTERNAL_OPERATIONS.replayDeadLetters, async ({ body }) => ({
    status: 200,
    body: await replay(body.ids),
  })),
];

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
