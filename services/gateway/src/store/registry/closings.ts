import { AppError } from '@output-review/errors';
import type { AuditEntry, Database, SqlClient, Transaction } from '@output-review/runtime';

import { projectIdOf, type RegistryEntry } from '../../domain/registry/entries.ts';
import type { Closing, ClosingStore } from '../../use-cases/registry/registry-store.ts';
import type { AuditedChange, Telling } from '../audited-change.ts';
import { announceDeletion } from './announce-changes.ts';
import type { EntryKey, RegistryDeps } from './names.ts';

export interface ClosingsDeps extends RegistryDeps {
  readonly database: Database;
  readonly change: AuditedChange;
}

// Two calls of owners with five seconds each fit in many times; whoever is not done by then is dead.
const ABANDONED_AFTER = `interval '60 seconds'`;

/** The closing marks, on the rows of the projects. One project has at most one. */
export function makeClosingStore({ database, change, ...deps }: ClosingsDeps): ClosingStore {
  return {
    mark: (entry) => database.transaction((tx) => mark(tx, entry)),
    remove: (request, closing) =>
      change(request, (tx, telling) => remove(tx, closing, { ...deps, telling })),
    lift: (closing) => lift(database, closing),
    listAbandoned: () => listAbandoned(database),
  };
}

async function mark(tx: Transaction, entry: RegistryEntry): Promise<Closing> {
  const projectId = projectIdOf(entry);
  const { rows } = await tx.query<{ is_busy: boolean; has_task: boolean }>(
    `SELECT closing_id IS NOT NULL AND (closing_id <> $3 OR closing_since > now() - ${ABANDONED_AFTER})
       AS is_busy,
       EXISTS (SELECT FROM tasks WHERE workspace_id = $1 AND project_id = $2 AND tasks.id = $3)
       AS has_task
     FROM projects WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [entry.workspaceId, projectId, entry.id],
  );
  const [project] = rows;
  if (!project || (entry.kind === 'task' && !project.has_task)) {
    throw new AppError('NOT_FOUND', `There is no ${entry.kind} with this id.`);
  }
  if (project.is_busy) {
    throw new AppError('UNAVAILABLE', 'Something in this project is being deleted already.', {
      retryAfterSeconds: 1,
    });
  }
  const { rows: marked } = await tx.query<{ mark: string }>(
    `UPDATE projects SET closing_id = $3, closing_since = clock_timestamp()
     WHERE workspace_id = $1 AND id = $2 RETURNING closing_since::text AS mark`,
    [entry.workspaceId, projectId, entry.id],
  );
  return { entry, mark: marked[0]?.mark ?? '' };
}

async function remove(
  tx: Transaction,
  { entry, mark }: Closing,
  { telling, ...deps }: RegistryDeps & { readonly telling: Telling },
): Promise<boolean> {
  const { workspaceId, id } = entry;
  const { rowCount } = await tx.query(
    `SELECT FROM projects
     WHERE workspace_id = $1 AND id = $2 AND closing_id = $3 AND closing_since = $4::timestamptz
     FOR UPDATE`,
    [workspaceId, projectIdOf(entry), id, mark],
  );
  if (rowCount !== 1) return false;
  const gone = entry.kind === 'project' ? await entriesOf(tx, entry) : await taskOf(tx, entry);
  const events = await Promise.all(gone.map((each) => announceDeletion(tx, each, deps)));
  telling.handOver(events.flat());
  await telling.audit(...gone.map(deletionOf));
  if (entry.kind === 'project') {
    await tx.query('DELETE FROM projects WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
  } else {
    await tx.query('DELETE FROM tasks WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
    await lift(tx, { entry, mark });
  }
  return true;
}

interface NamedEntry extends EntryKey {
  readonly kind: 'project' | 'task';
  readonly name: string;
}

const deletionOf = ({ workspaceId, kind, id, name }: NamedEntry): AuditEntry => ({
  ...{ workspaceId, action: `${kind}.deleted`, target: { kind, id }, before: { name } },
});

/** A project and all its tasks. */
async function entriesOf(tx: Transaction, { workspaceId, id }: EntryKey): Promise<NamedEntry[]> {
  const { rows } = await tx.query<NamedEntry>(
    `SELECT 'project' AS kind, workspace_id AS "workspaceId", id, name FROM projects
     WHERE workspace_id = $1 AND id = $2
     UNION ALL
     SELECT 'task', workspace_id, id, name FROM tasks WHERE workspace_id = $1 AND project_id = $2`,
    [workspaceId, id],
  );
  return rows;
}

async function taskOf(tx: Transaction, { workspaceId, id }: EntryKey): Promise<NamedEntry[]> {
  const { rows } = await tx.query<NamedEntry>(
    `SELECT 'task' AS kind, workspace_id AS "workspaceId", id, name FROM tasks
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  return rows;
}

async function lift(client: SqlClient, { entry, mark }: Closing): Promise<void> {
  await client.query(
    `UPDATE projects SET closing_id = NULL, closing_since = NULL
     WHERE workspace_id = $1 AND id = $2 AND closing_id = $3 AND closing_since = $4::timestamptz`,
    [entry.workspaceId, projectIdOf(entry), entry.id, mark],
  );
}

async function listAbandoned(client: SqlClient): Promise<readonly Closing[]> {
  const { rows } = await client.query<AbandonedRow>(
    `SELECT workspace_id, id, closing_id, closing_since::text AS mark FROM projects
     WHERE closing_id IS NOT NULL AND closing_since < now() - ${ABANDONED_AFTER}`,
  );
  return rows.map(toClosing);
}

interface AbandonedRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly closing_id: string;
  readonly mark: string;
}

function toClosing({ workspace_id: workspaceId, id, closing_id, mark }: AbandonedRow): Closing {
  return closing_id === id
    ? { entry: { kind: 'project', workspaceId, id }, mark }
    : { entry: { kind: 'task', workspaceId, id: closing_id, projectId: id }, mark };
}
