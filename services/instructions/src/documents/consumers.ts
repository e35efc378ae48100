import { workspacesChanged } from '@output-review/contracts';

import { consumer } from '../context.ts';

/** Stores the settings of workspaces, and records which ones must be erased. */
export const workspaceConsumer = consumer(workspacesChanged, {
  handle: async ({ workspaces, erased }, batch) => {
    const changes = batch.map(({ data }) => data);
    await workspaces.apply(changes);
    await erased.note(changes);
  },
});
