import {
  INTERNAL_OPERATIONS,
  listFeedback,
  queueFeedback,
  withdrawFeedback,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { commentOfLesson } from './feedback.pure.ts';
import { listNotes, queueNote, queueOutputComment, withdrawNote } from './feedback.ts';

export const feedbackRoutes = [
  route(listFeedback, listNotes),
  route(queueFeedback, queueNote),
  route(withdrawFeedback, withdrawNote),
  route(INTERNAL_OPERATIONS.queueLesson, async (ctx, { body }) => {
    const outputComment = commentOfLesson(body);
    const result = outputComment && (await queueOutputComment(ctx, outputComment));
    return {
      status: 200,
      body: { isQueued: result === 'queued', isFull: result === 'queue_full' },
    };
  }),
];
