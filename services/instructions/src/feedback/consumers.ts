import { outputsDecided, outputsDeleted, outputsTaught } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { commentOfDecision, commentOfLesson } from './feedback.pure.ts';
import { unlinkOutputs } from './feedback.sql.ts';
import { queueDecisionComment, queueCommentOfEvent } from './feedback.ts';

export const feedbackConsumers = [
  // The comments of decisions that rejected or changed an output.
  consumer(outputsDecided, {
    handle: async (ctx, batch) => {
      for (const { data } of batch) {
        const outputComment = commentOfDecision(data);
        if (outputComment) await queueDecisionComment(ctx, outputComment);
      }
    },
  }),
  // The lessons that people submit about outputs.
  consumer(outputsTaught, {
    handle: async (ctx, batch) => {
      for (const { data } of batch) {
        const outputComment = commentOfLesson(data);
        if (outputComment) await queueCommentOfEvent(ctx, outputComment);
      }
    },
  }),
  consumer(outputsDeleted, {
    handle: ({ db }, batch) => {
      const outputs = batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, logId: id }));
      return unlinkOutputs(db, outputs);
    },
  }),
];
