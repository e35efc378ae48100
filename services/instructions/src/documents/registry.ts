import { workspacesChanged } from '@output-review/contracts';
import type { Database } from '@output-review/runtime';
import { makeRegistryReplica, type RegistryReplica } from '@output-review/shared-kernel';

import { consumer } from '../context.ts';
import { IN_USE, lockRegistry } from './documents.sql.ts';

/** The names of documents, and the projects and tasks that no document may be made in any more. */
export function openRegistry(db: Database): RegistryReplica {
  return makeRegistryReplica(db, { lock: lockRegistry, inUseSql: IN_USE });
}

/** Keeps the settings of workspaces, and learns which are to be erased. */
export const workspaceConsumer = consumer(workspacesChanged, {
  handle: async ({ workspaces, erased }, batch) => {
    const changes = batch.map(({ data }) => data);
    await workspaces.apply(changes);
    await erased.note(changes);
  },
});
