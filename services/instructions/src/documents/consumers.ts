import { workspacesChanged } from '@output-review/contracts';

import { consumer } from '../context.ts';

/** Keeps the settings of workspaces, and learns which are to be erased. */
export const workspaceConsumer = consumer(workspacesChanged, {
  handle: async ({ workspaces, erased }, batch) => {
    const changes = batch.map(({ data }) => data);
    await workspaces.apply(changes);
    await erased.note(changes);
  },
});
