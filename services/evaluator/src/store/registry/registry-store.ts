import type { Database } from '@output-review/runtime';

import type { ChangedEntry, RegistryStore } from '../../use-cases/registry/registry-store.ts';
import type { NameStore } from '../../use-cases/rules/locate-rule.ts';
import { lockRules } from '../rules/lock-rules.ts';

export function makeRegistryStore(db: Database): RegistryStore & NameStore {
  return {
    learn: async (workspaceId, { projectId, projectName, taskId, taskName }) => {
      const project = ['project', projectId, null, projectName];
      const task = taskId === null ? [] : [['task', taskId, projectId, taskName]];
      const rows = [project, ...task];
      const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column] ?? null));
      await db.query(LEARN, [workspaceId, ...columns]);
    },
    findNames: async (workspaceId, ids) => {
      const { rows } = await db.query<{ id: string; name: string }>(FIND_NAMES, [workspaceId, ids]);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    close: ({ workspaceId, kind, id }) =>
      db.transaction(async (tx) => {
        // A write to rules that is on its way either is seen below, or sees what is written here.
        await lockRules(tx, workspaceId);
        const inUse = await tx.query(IN_USE[kind], [workspaceId, id]);
        if (inUse.rows.length > 0) return false;
        await tx.query(CLOSE, [workspaceId, kind, id]);
        return true;
      }),
    reopen: async ({ workspaceId, kind, id }) => {
      await db.query(REOPEN, [workspaceId, kind, id]);
    },
    apply: async (changes) => {
      const rows = newestInKeyOrder(changes);
      await db.query({
        ...APPLY,
        values: [
          rows.map(({ workspaceId }) => workspaceId),
          rows.map(({ kind }) => kind),
          rows.map(({ id }) => id),
          rows.map(({ projectId }) => projectId),
          rows.map(({ name }) => name),
          rows.map(({ version }) => version),
          rows.map(({ deleted }) => deleted),
        ],
      });
    },
  };
}

/** Each entry once and in order, so that two consumers cannot wait for each other. */
function newestInKeyOrder(changes: readonly ChangedEntry[]): ChangedEntry[] {
  const newest = new Map<string, ChangedEntry>();
  for (const change of changes) {
    const key = `${change.workspaceId}/${change.kind}/${change.id}`;
    if (change.version > (newest.get(key)?.version ?? 0)) newest.set(key, change);
  }
  return [...newest.keys()].sort().flatMap((key) => newest.get(key) ?? []);
}

// Version 0: whatever an event says is newer.
const LEARN = `
INSERT INTO registry_entries AS e (workspace_id, kind, id, project_id, name, version)
SELECT $1, kind, id, project_id, name, 0
FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS told (kind, id, project_id, name)
ON CONFLICT (workspace_id, kind, id) DO UPDATE SET
  project_id = excluded.project_id, name = excluded.name
WHERE e.version = 0`;

const FIND_NAMES = 'SELECT id, name FROM registry_entries WHERE workspace_id = $1 AND id = ANY($2)';

const IN_USE = {
  project: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND project_id = $2 LIMIT 1',
  task: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND task_id = $2 LIMIT 1',
};

const CLOSE = `
INSERT INTO registry_entries (workspace_id, kind, id, name, version, is_closed)
VALUES ($1, $2, $3, '', 0, true)
ON CONFLICT (workspace_id, kind, id) DO UPDATE SET is_closed = true`;

const REOPEN = `
UPDATE registry_entries SET is_closed = false WHERE workspace_id = $1 AND kind = $2 AND id = $3`;

const APPLY = {
  name: 'apply_registry_changes',
  text: `
INSERT INTO registry_entries AS e (workspace_id, kind, id, project_id, name, version, is_closed)
SELECT workspace_id, kind, id, project_id, name, version, deleted
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
  AS changed (workspace_id, kind, id, project_id, name, version, deleted)
ON CONFLICT (workspace_id, kind, id) DO UPDATE SET
  project_id = excluded.project_id, name = excluded.name, version = excluded.version,
  is_closed = e.is_closed OR excluded.is_closed
WHERE e.version < excluded.version`,
};
