import { type Clock, newId, type SqlClient } from '@output-review/runtime';

import { addStates, readStates } from './announce.sql.ts';
import type { EntryKey, FoundNames, NamedIds, NamesToResolve } from './projects.pure.ts';

/**
 * Resolves names to IDs and creates what is missing, in the caller's transaction.
 *
 * Inserts rows in the order of their keys, projects before tasks, so that two batches with the same new names wait for
 * each other instead of deadlocking. The caller's own statement must check whether a project is closing, because that
 * may change after this one.
 */
export async function resolveNames(
  tx: SqlClient,
  queries: readonly NamesToResolve[],
  clock: Clock,
): Promise<readonly NamedIds[]> {
  let found = await findNames(tx, queries);
  const newProjects = found.filter((entry) => entry.projectId === null);
  if (newProjects.length > 0) {
    const made = await createNamedProjects(tx, newProjects, clock.now());
    await addStates(tx, await readStates(tx, 'project', made), clock.now());
    found = await findNames(tx, queries);
  }
  const newTasks = found.filter((entry) => entry.taskKey !== null && entry.taskId === null);
  if (newTasks.length > 0) {
    const made = await createNamedTasks(tx, newTasks.map(inProject), clock.now());
    await addStates(tx, await readStates(tx, 'task', made), clock.now());
    found = await findNames(tx, queries);
  }
  return found.map(toNamedIds);
}

/** Looks up names without creating any. Answers in the order of the queries. */
export async function findNames(
  client: SqlClient,
  queries: readonly NamesToResolve[],
): Promise<readonly FoundNames[]> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-names',
    text: FIND_NAMES,
    values: [
      queries.map((query) => query.workspaceId),
      queries.map((query) => query.projectKey),
      queries.map((query) => query.taskKey),
    ],
  });
  return queries.map((query, index) => withFound(query, rows[index]));
}

const FIND_NAMES = `
  SELECT projects.id AS project_id, projects.name AS project_name,
    tasks.id AS task_id, tasks.name AS task_name
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
    AS wanted (workspace_id, project_key, task_key, place)
  LEFT JOIN project_names ON project_names.workspace_id = wanted.workspace_id
    AND project_names.name_key = wanted.project_key
  LEFT JOIN projects ON projects.workspace_id = wanted.workspace_id
    AND projects.id = project_names.project_id
  LEFT JOIN task_names ON task_names.workspace_id = wanted.workspace_id
    AND task_names.project_id = projects.id
    AND task_names.name_key = wanted.task_key
  LEFT JOIN tasks ON tasks.workspace_id = wanted.workspace_id
    AND tasks.id = task_names.task_id
  ORDER BY wanted.place`;

interface FoundRow {
  readonly project_id: string | null;
  readonly project_name: string | null;
  readonly task_id: string | null;
  readonly task_name: string | null;
}

function withFound(query: NamesToResolve, row: FoundRow | undefined): FoundNames {
  return {
    ...query,
    projectId: row?.project_id ?? null,
    projectName: row?.project_name ?? query.projectName,
    taskId: row?.task_id ?? null,
    taskName: row?.task_name ?? query.taskName,
  };
}

/** @throws Error if the project is missing, which an earlier statement has created. */
function inProject(found: FoundNames): FoundNames & { readonly projectId: string } {
  const { projectId } = found;
  if (projectId === null) throw new Error('A project vanished while its name was being resolved');
  return { ...found, projectId };
}

function toNamedIds(found: FoundNames): NamedIds {
  const { projectId, projectName, taskId, taskName } = inProject(found);
  return { projectId, projectName, taskId, taskName };
}

// Inserts the names first: if another transaction has just created the same one, its row wins and nothing is created
// here. Foreign keys are checked at the end of the statement.
const CREATE_PROJECTS = `
  WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
      AS wanted (workspace_id, name_key, name, id)
  ), named AS (
    INSERT INTO project_names (workspace_id, name_key, project_id, is_alias)
    SELECT workspace_id, name_key, id, false FROM wanted ORDER BY workspace_id, name_key
    ON CONFLICT DO NOTHING
    RETURNING workspace_id, project_id
  )
  INSERT INTO projects (workspace_id, id, name, created_at)
  SELECT wanted.workspace_id, wanted.id, wanted.name, $5
  FROM wanted JOIN named ON named.project_id = wanted.id
  RETURNING workspace_id AS "workspaceId", id`;

/** Creates projects for names that have none. Returns those created here. */
async function createNamedProjects(
  tx: SqlClient,
  missing: readonly FoundNames[],
  at: Date,
): Promise<readonly EntryKey[]> {
  const wanted = firstOfEach(missing, (entry) => [entry.workspaceId, entry.projectKey]);
  const { rows } = await tx.query<EntryKey>(CREATE_PROJECTS, [
    wanted.map((entry) => entry.workspaceId),
    wanted.map((entry) => entry.projectKey),
    wanted.map((entry) => entry.projectName),
    wanted.map(() => newId()),
    at,
  ]);
  return rows;
}

const CREATE_TASKS = `
  WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      AS wanted (workspace_id, project_id, name_key, name, id)
  ), named AS (
    INSERT INTO task_names (workspace_id, project_id, name_key, task_id, is_alias)
    SELECT workspace_id, project_id, name_key, id, false
    FROM wanted ORDER BY workspace_id, project_id, name_key
    ON CONFLICT DO NOTHING
    RETURNING workspace_id, task_id
  )
  INSERT INTO tasks (workspace_id, project_id, id, name, created_at)
  SELECT wanted.workspace_id, wanted.project_id, wanted.id, wanted.name, $6
  FROM wanted JOIN named ON named.task_id = wanted.id
  RETURNING workspace_id AS "workspaceId", id`;

/** Creates tasks for names that have none in their project. Returns those created here. */
async function createNamedTasks(
  tx: SqlClient,
  missing: readonly (FoundNames & { readonly projectId: string })[],
  at: Date,
): Promise<readonly EntryKey[]> {
  const wanted = firstOfEach(missing, (entry) => [
    entry.workspaceId,
    entry.projectId,
    entry.taskKey,
  ]);
  const { rows } = await tx.query<EntryKey>(CREATE_TASKS, [
    wanted.map((entry) => entry.workspaceId),
    wanted.map((entry) => entry.projectId),
    wanted.map((entry) => entry.taskKey),
    wanted.map((entry) => entry.taskName),
    wanted.map(() => newId()),
    at,
  ]);
  return rows;
}

/** Keeps the first spelling of each name. */
function firstOfEach<T>(entries: readonly T[], keyOf: (entry: T) => unknown[]): readonly T[] {
  const byKey = new Map<string, T>();
  for (const entry of entries) {
    const key = JSON.stringify(keyOf(entry));
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}
