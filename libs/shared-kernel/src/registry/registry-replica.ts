import type { ProjectsChanged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Database,
  newestInKeyOrder,
  type SqlClient,
  type Transaction,
} from '@output-review/runtime';

import type { RegistryEntry } from './registry-client.ts';

/** SQL for the migration of a service that keeps a replica. */
export const REGISTRY_REPLICA_TABLE_SQL = `
-- Names of the gateway's projects and tasks, for answers. A closed entry is about to be deleted
-- there, and no data of this service may refer to it.
CREATE TABLE registry_entries (
  workspace_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('project', 'task')),
  id text NOT NULL,
  project_id text,
  name text NOT NULL,
  version bigint NOT NULL,
  is_closed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, kind, id)
);`;

/** A project or a task in the gateway's registry. */
export interface RegistryRef {
  readonly workspaceId: string;
  readonly kind: 'project' | 'task';
  readonly id: string;
}

/** The project or task that something refers to; both may be null. */
export interface RegistryPlace {
  readonly projectId: string | null;
  readonly taskId: string | null;
}

export interface RegistryCopyOptions {
  /**
   * Until the end of the transaction, blocks others from creating references to a project or task in this workspace.
   * Code that creates one takes the same lock and calls `requireOpenPlace` under it.
   */
  readonly lock: (tx: SqlClient, workspaceId: string) => Promise<void>;
  /** Returns a row if anything of workspace $1 refers to project or task $2. */
  readonly inUseSql: Readonly<Record<RegistryRef['kind'], string>>;
}

export type RegistryReplica = ReturnType<typeof makeRegistryReplica>;

/**
 * A service's own replica of the registry names, and which entries it has closed, in the table of
 * `REGISTRY_REPLICA_TABLE_SQL`.
 */
export function makeRegistryReplica(db: Database, { lock, inUseSql }: RegistryCopyOptions) {
  return {
    /** Stores names that the registry returned, unless newer ones are stored. */
    learn: async (workspaceId: string, entry: RegistryEntry): Promise<void> => {
      const { projectId, projectName, taskId, taskName } = entry;
      const project = ['project', projectId, null, projectName];
      const task = taskId === null ? [] : [['task', taskId, projectId, taskName]];
      const rows = [project, ...task];
      const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column] ?? null));
      await db.query(LEARN, [workspaceId, ...columns]);
    },
    /** Names of projects and tasks by ID. */
    findNames: async (workspaceId: string, ids: readonly string[]) => {
      const { rows } = await db.query<{ id: string; name: string }>(FIND_NAMES, [workspaceId, ids]);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    /**
     * Marks the entry as closed if nothing refers to it or to one of its tasks. From then on nothing can.
     *
     * @returns whether it is closed.
     */
    close: ({ workspaceId, kind, id }: RegistryRef): Promise<boolean> =>
      db.transaction(async (tx) => {
        // A concurrent reference is either visible to the query below, or sees the entry closed.
        await lock(tx, workspaceId);
        const inUse = await tx.query(inUseSql[kind], [workspaceId, id]);
        if (inUse.rows.length > 0) return false;
        await tx.query(CLOSE, [workspaceId, kind, id]);
        return true;
      }),
    reopen: async ({ workspaceId, kind, id }: RegistryRef): Promise<void> => {
      await db.query(REOPEN, [workspaceId, kind, id]);
    },
    /** Stores the newest version of each entry. A deleted entry stays closed. */
    apply: async (changes: readonly ProjectsChanged[]): Promise<void> => {
      const rows = newestInKeyOrder(changes, refKey);
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

/** Call before creating a reference to the place. @throws AppError UNAVAILABLE while it is being deleted, and after. */
export async function requireOpenPlace(
  tx: Transaction,
  workspaceId: string,
  { projectId, taskId }: RegistryPlace,
): Promise<void> {
  const { rows } = await tx.query(CLOSED, [workspaceId, projectId, taskId]);
  if (rows.length === 0) return;
  // The entry is being deleted, which takes seconds.
  throw new AppError('UNAVAILABLE', 'This project or task is being deleted.', {
    retryAfterSeconds: 1,
  });
}

function refKey({ workspaceId, kind, id }: RegistryRef): string {
  return `${workspaceId}/${kind}/${id}`;
}

// Version 0: any event is newer.
const LEARN = `
INSERT INTO registry_entries AS e (workspace_id, kind, id, project_id, name, version)
SELECT $1, kind, id, project_id, name, 0
FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS told (kind, id, project_id, name)
ON CONFLICT (workspace_id, kind, id) DO UPDATE SET
  project_id = excluded.project_id, name = excluded.name
WHERE e.version = 0`;

const FIND_NAMES = 'SELECT id, name FROM registry_entries WHERE workspace_id = $1 AND id = ANY($2)';

const CLOSE = `
INSERT INTO registry_entries (workspace_id, kind, id, name, version, is_closed)
VALUES ($1, $2, $3, '', 0, true)
ON CONFLICT (workspace_id, kind, id) DO UPDATE SET is_closed = true`;

const REOPEN = `
UPDATE registry_entries SET is_closed = false WHERE workspace_id = $1 AND kind = $2 AND id = $3`;

const CLOSED = `
SELECT 1 FROM registry_entries
WHERE workspace_id = $1 AND is_closed
  AND ((kind = 'project' AND id = $2) OR (kind = 'task' AND id = $3))`;

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
