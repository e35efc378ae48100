import type { Database } from '@output-review/runtime';

import type { EntryNames, ResolvedEntry } from '../../use-cases/registry/resolve-entry.ts';
import type { FoundNames, RegistryDeps } from './names.ts';
import { findNames, makeResolveNames } from './resolve-names.ts';

/** What the internal resolve asks of the registry. */
export function makeEntryNames(database: Database, deps: RegistryDeps): EntryNames {
  const resolveNames = makeResolveNames(deps);
  return {
    async nameOfProject(workspaceId, id) {
      const { rows } = await database.query<{ name: string }>(
        'SELECT name FROM projects WHERE workspace_id = $1 AND id = $2',
        [workspaceId, id],
      );
      return rows[0]?.name ?? null;
    },
    async resolve(query, { create }) {
      const [known] = await findNames(database, [query]);
      const resolved = known ? asResolved(known) : null;
      if (resolved || !create) return resolved;
      const [made] = await database.transaction((tx) => resolveNames(tx, [query]));
      return made ?? null;
    },
    async isClosing(workspaceId, projectId) {
      const { rows } = await database.query(
        `SELECT FROM projects WHERE workspace_id = $1 AND id = $2 AND closing_since IS NOT NULL`,
        [workspaceId, projectId],
      );
      return rows.length > 0;
    },
  };
}

function asResolved(found: FoundNames): ResolvedEntry | null {
  const { projectId, projectName, taskId, taskName, taskKey } = found;
  if (projectId === null || (taskKey !== null && taskId === null)) return null;
  return { projectId, projectName, taskId, taskName };
}
