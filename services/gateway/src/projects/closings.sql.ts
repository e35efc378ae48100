import type { ProjectsChanged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { SqlClient, Transaction } from '@output-review/runtime';
import type { AuditEntry, AuditOrigin, Tx } from '@output-review/shared-kernel';

import { publishStates, readStates } from './announce.sql.ts';
import { type Closing, projectIdOf, type RegistryEntry } from './projects.pure.ts';
import { tasksOf } from './projects.sql.ts';

// Many times the 5 s that each call to an owner may take, so a deletion that takes longer has died.
const ABANDONED_AFTER = `interval '60 seconds'`;

/**
 * Sets the closing mark on the row of the project. A project has at most one mark. An abandoned mark must be lifted
 * first, at all owners, because any of them may have closed its entry.
 *
 * @throws AppError NOT_FOUND; UNAVAILABLE if another closing of the project is in progress.
 */
export async function markClosing(tx: Transaction, entry: RegistryEntry): Promise<Closing> {
  const projectId = projectIdOf(entry);
  const { rows } = await tx.query<{ is_busy: boolean; has_task: boolean }>(
    `SELECT closing_id IS NOT NULL AS is_busy,
       EXISTS (SELECT FROM tasks WHERE workspace_id = $1 AND project_id = $2 AND tasks.id = $3)
       AS has_task
     FROM projects WHERE workspace_id = $1 AND id = $2 FOR UPDATE`,
    [entry.workspaceId, projectId, entry.id],
  );
  const [project] = rows;
  if (!project || (entry.kind === 'task' && !project.has_task)) {
    throw new AppError('NOT_FOUND', `There is no ${entry.kind} with this ID.`);
  }
  if (project.is_busy) {
    throw new AppError('UNAVAILABLE', 'Part of this project is already being deleted.', {
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

/** Deletes the entry for the caller. @returns false if the closing was given up in the meantime. */
export async function removeEntry(
  tx: Tx,
  { entry, mark }: Closing,
  { origin, at }: { readonly origin: AuditOrigin; readonly at: Date },
): Promise<boolean> {
  const { workspaceId, id } = entry;
  const { rowCount } = await tx.query(
    `SELECT FROM projects
     WHERE workspace_id = $1 AND id = $2 AND closing_id = $3 AND closing_since = $4::timestamptz
       AND closing_ended IS DISTINCT FROM closing_since
     FOR UPDATE`,
    [workspaceId, projectIdOf(entry), id, mark],
  );
  if (rowCount !== 1) return false;
  const gone = await readGone(tx, entry);
  publishStates(tx, gone, at);
  for (const each of gone) tx.audit(origin, deletionOf(each));
  await tx.query(`DELETE FROM ${entry.kind}s WHERE workspace_id = $1 AND id = $2`, [
    workspaceId,
    id,
  ]);
  if (entry.kind === 'task') await liftMark(tx, { entry, mark });
  return true;
}

/** A project with all its tasks, or a task, as published after its deletion. Read before the rows are deleted. */
async function readGone(tx: Transaction, entry: RegistryEntry): Promise<ProjectsChanged[]> {
  const { kind, workspaceId, id } = entry;
  const tasks = kind === 'project' ? ((await tasksOf(tx, workspaceId, id)) ?? []) : [];
  const states = [
    ...(await readStates(tx, kind, [entry])),
    ...(await readStates(
      tx,
      'task',
      tasks.map((task) => ({ workspaceId, id: task.id })),
    )),
  ];
  return states.map((state) => ({
    ...state,
    aliasKeys: [],
    version: state.version + 1,
    deleted: true,
  }));
}

const deletionOf = ({ workspaceId, kind, id, name }: ProjectsChanged): AuditEntry => ({
  ...{ workspaceId, action: `${kind}.deleted`, target: { kind, id }, before: { name } },
});

/**
 * Gives up a closing: outputs are accepted again. The mark stays until the owners that may have closed the entry reopen
 * it.
 *
 * @returns false if the mark is no longer there.
 */
export async function endClosing(client: SqlClient, { entry, mark }: Closing): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE projects SET closing_ended = closing_since
     WHERE workspace_id = $1 AND id = $2 AND closing_id = $3 AND closing_since = $4::timestamptz`,
    [entry.workspaceId, projectIdOf(entry), entry.id, mark],
  );
  return rowCount === 1;
}

/**
 * Sets the mark of a closing that has ended, for owners that may have closed the entry. Outputs stay accepted.
 *
 * @returns null if the entry is gone, or a closing of the project is in progress.
 */
export async function markEnded(client: SqlClient, entry: RegistryEntry): Promise<Closing | null> {
  const { rows } = await client.query<{ mark: string }>(
    `UPDATE projects SET closing_id = $3, closing_since = now(), closing_ended = now()
     WHERE workspace_id = $1 AND id = $2 AND closing_id IS NULL
       AND ($2 = $3 OR EXISTS (
         SELECT FROM tasks WHERE workspace_id = $1 AND project_id = $2 AND tasks.id = $3))
     RETURNING closing_since::text AS mark`,
    [entry.workspaceId, projectIdOf(entry), entry.id],
  );
  return rows[0] ? { entry, mark: rows[0].mark } : null;
}

export async function liftMark(client: SqlClient, { entry, mark }: Closing): Promise<void> {
  await client.query(
    `UPDATE projects SET closing_id = NULL, closing_since = NULL
     WHERE workspace_id = $1 AND id = $2 AND closing_id = $3 AND closing_since = $4::timestamptz`,
    [entry.workspaceId, projectIdOf(entry), entry.id, mark],
  );
}

/** Marks left behind by gateways that died. */
export async function listAbandoned(client: SqlClient): Promise<readonly Closing[]> {
  const { rows } = await client.query<AbandonedRow>(
    `SELECT workspace_id AS "workspaceId", id, closing_id AS "closingId", closing_since::text AS mark
     FROM projects
     WHERE closing_id IS NOT NULL AND closing_since < now() - ${ABANDONED_AFTER}`,
  );
  return rows.map(toClosing);
}

interface AbandonedRow {
  readonly workspaceId: string;
  readonly id: string;
  readonly closingId: string;
  readonly mark: string;
}

function toClosing({ workspaceId, id, closingId, mark }: AbandonedRow): Closing {
  return closingId === id
    ? { entry: { kind: 'project', workspaceId, id }, mark }
    : { entry: { kind: 'task', workspaceId, id: closingId, projectId: id }, mark };
}

const FIND_WRITERS = `
SELECT virtualtransaction AS id FROM pg_locks
WHERE locktype = 'relation' AND relation = 'submissions'::regclass AND mode = 'RowExclusiveLock'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND granted AND ($1::text[] IS NULL OR virtualtransaction = ANY ($1))`;

/**
 * The transactions that write submissions now, or those of the given ones that still do. A statement has this lock
 * before it has its snapshot.
 */
export async function findWriters(
  client: SqlClient,
  among: readonly string[] | null = null,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(FIND_WRITERS, [among]);
  return rows.map(({ id }) => id);
}

/**
 * Whether a project or task has outputs that review has not confirmed: their bodies are still stored. An index finds
 * these. The others are too many to search.
 */
export async function hasUnconfirmed(client: SqlClient, entry: RegistryEntry): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM submissions
     WHERE workspace_id = $1 AND project_id = $2 AND ($3::text IS NULL OR task_id = $3)
       AND body IS NOT NULL
     LIMIT 1`,
    [entry.workspaceId, projectIdOf(entry), entry.kind === 'task' ? entry.id : null],
  );
  return rows.length > 0;
}
