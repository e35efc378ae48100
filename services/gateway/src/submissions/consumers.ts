import { instructionsChanged, outputOfKey, outputsDeleted } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { markDeleted } from './submissions.sql.ts';
import { recordVersions } from './versions.sql.ts';

export const submissionConsumers = [
  // Marks deleted outputs. Deletions through this gateway are marked already. Those by retention, and those that a
  // killed gateway left undone, arrive here.
  consumer(outputsDeleted, {
    handle: async ({ db }, batch) => {
      await markDeleted(
        db,
        batch.map(({ data }) => data),
      );
    },
    // The key contains everything that is needed.
    replay: async ({ db }, { key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('The key of the message does not name an output.');
      await markDeleted(db, [output]);
    },
  }),
  // Records versions of instructions. Versions that a caller was told of are recorded already. Those that a killed
  // gateway left undone arrive here.
  consumer(instructionsChanged, {
    handle: ({ db }, batch) =>
      recordVersions(
        db,
        batch.map(({ data }) => data),
      ),
  }),
];
