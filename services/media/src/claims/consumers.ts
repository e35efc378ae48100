import { outputOfKey, outputsDeleted } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { deleteFiles } from './claims.ts';

export const claimConsumers = [
  // Deletes the files of deleted outputs in case the direct call failed, and erases the dead letters about these
  // outputs.
  consumer(outputsDeleted, {
    handle: async (ctx, batch) => {
      const outputs = batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, outputId: id }));
      await deleteFiles(ctx, outputs);
      await ctx.deadLetters.erase(
        outputs.map(({ workspaceId, outputId }) => `${workspaceId}/${outputId}`),
      );
    },
    // A deletion event has no data beyond its key, so an unreadable one is replayed from the key.
    replay: async (ctx, { key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('The key of the message does not name an output.');
      await deleteFiles(ctx, [{ workspaceId: output.workspaceId, outputId: output.id }]);
    },
  }),
];
