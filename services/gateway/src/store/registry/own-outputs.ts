import type { Database } from '@output-review/runtime';

import { projectIdOf, type RegistryEntry } from '../../domain/registry/entries.ts';
import type { RegistryOwner } from '../../use-cases/registry/registry-store.ts';

/**
 * What the gateway itself has accepted into a project or task and nobody has deleted.
 *
 * Statements that were under way when the closing mark was set may not have seen it. Each of them
 * holds a lock on the table until its end; waiting for a lock that conflicts with theirs, and with
 * nothing but writers, is waiting for all of them. Later ones take their snapshot behind it.
 */
export function makeOwnOutputs(database: Database): RegistryOwner {
  return {
    async close(entry) {
      await database.transaction(async (tx) => {
        await tx.query(`SET LOCAL lock_timeout = '2s'`);
        await tx.query('LOCK TABLE submissions IN SHARE MODE');
      });
      const { rows } = await database.query(
        `SELECT FROM submissions
         WHERE workspace_id = $1 AND project_id = $2 AND ($3::text IS NULL OR task_id = $3)
           AND deleted_at IS NULL
         LIMIT 1`,
        [entry.workspaceId, projectIdOf(entry), taskIdOf(entry)],
      );
      return rows.length === 0;
    },
    // The mark on the project is all that refuses here, and it is lifted by who set it.
    reopen: () => Promise.resolve(),
  };
}

function taskIdOf(entry: RegistryEntry): string | null {
  return entry.kind === 'task' ? entry.id : null;
}
