import { outputsDecided, outputsDeleted, outputsTaught } from '@output-review/contracts';

import { consumer, type Context } from '../context.ts';
import { commentOfDecision, commentOfLesson, type OutputComment } from './feedback.pure.ts';
import { unlinkOutputs } from './feedback.sql.ts';
import { queueOutputComment } from './feedback.ts';

export const feedbackConsumers = [
  // The comments of decisions that rejected or changed an output, if the workspace's settings say so.
  consumer(outputsDecided, {
    handle: async (ctx, batch) => {
      for (const { data } of batch) {
        const outputComment = commentOfDecision(data);
        if (!outputComment) continue;
        const settings = await ctx.workspaces.settingsOf(outputComment.workspaceId);
        if (settings.queueDecisionComments) await queueComment(ctx, outputComment);
      }
    },
  }),
  // The lessons that people submit about outputs.
  consumer(outputsTaught, {
    handle: async (ctx, batch) => {
      for (const { data } of batch) {
        const outputComment = commentOfLesson(data);
        if (outputComment) await queueComment(ctx, outputComment);
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

/** No caller waits, so a full queue is only logged. */
async function queueComment(ctx: Context, outputComment: OutputComment): Promise<void> {
  if ((await queueOutputComment(ctx, outputComment)) !== 'queue_full') return;
  const { workspaceId, projectId, taskId, logId } = outputComment;
  const place = { workspaceId, projectId, taskId, logId };
  ctx.log.warn(place, 'comment not queued: the queue of its document is full');
}
