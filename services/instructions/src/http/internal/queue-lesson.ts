import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { commentOfLesson } from '../../use-cases/feedback/comments-of-outputs.ts';
import type { Actions } from '../actions.ts';

export const makeQueueLessonRoute = ({ queueOutputComment }: Actions): Route =>
  implement(INTERNAL_OPERATIONS.queueLesson, async ({ body }) => {
    const said = commentOfLesson(body);
    return { status: 200, body: { isQueued: said !== null && (await queueOutputComment(said)) } };
  });
