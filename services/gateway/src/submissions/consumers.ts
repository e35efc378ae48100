import { instructionsChanged, outputOfKey, outputsDeleted } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { markDeleted } from './submissions.sql.ts';
import { recordVersions } from './versions.sql.ts';

export const submissionConsumers = [
  // Marks deleted outputs. Where the deletion came through this listener that has happened already; what
  // retention deletes, and what a killed gateway left undone, arrives here.
  consumer(outputsDeleted, {
    handle: async ({ db }, batch) => {
      // In one order everywhere, else two batches could wait for each other.
      const keys = batch
        .map(({ data: { workspaceId, id } }) => ({ workspaceId, id }))
        .toSorted((a, b) => compare(a.workspaceId, b.workspaceId) || compare(a.id, b.id));
      await markDeleted(db, keys);
    },
    // Its key says all there is to know.
    replay: async ({ db }, { key }) => {
      const output = outputOfKey(key);
      if (!output) throw new Error('The key of the message does not name an output.');
      await markDeleted(db, [output]);
    },
  }),
  // Keeps the versions of instructions. Where somebody was answered that has happened already; what a
  // killed gateway left undone arrives here.
  consumer(instructionsChanged, {
    handle: ({ db }, batch) =>
      recordVersions(
        db,
        batch.map(({ data }) => data),
      ),
  }),
];

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
