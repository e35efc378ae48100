import { outputOfKey, outputsDeleted } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { deleteFiles } from './claims.ts';

export const claimConsumers = [
  // Takes deleted outputs their files, where the call that is made for it did not get here, and erases
  // the dead letters about them.
  consumer(outputsDeleted, {
    handle: async (ctx, batch) => {
      const outputs = batch.map(({ data: { workspaceId, id } }) => ({ workspaceId, outputId: id }));
      await deleteFiles(ctx, outputs);
      await ctx.deadLetters.erase(
        outputs.map(({ workspaceId, outputId }) => `${workspaceId}/${outputId}`),
      );
    },
    // A deletion says no more than its key does, so one that cannot be read is made good by that.
    replay: async (ctx, { key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('The key of the message does not name an output.');
      await deleteFiles(ctx, [{ workspaceId: output.workspaceId, outputId: output.id }]);
    },
  }),
];
