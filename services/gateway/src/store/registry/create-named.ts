import type { SqlClient } from '@output-review/runtime';

import type { EntryKey, FoundNames, RegistryDeps } from './names.ts';

// The names come first: where another transaction made the same one a moment ago, its row wins and
// nothing is made here. Foreign keys are checked at the end of the statement.
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

/** Makes projects for names that have none. Answers with those that were made here. */
export async function createNamedProjects(
  client: SqlClient,
  deps: RegistryDeps,
  missing: readonly FoundNames[],
): Promise<readonly EntryKey[]> {
  const wanted = firstOfEach(missing, (entry) => [entry.workspaceId, entry.projectKey]);
  const { rows } = await client.query<EntryKey>(CREATE_PROJECTS, [
    wanted.map((entry) => entry.workspaceId),
    wanted.map((entry) => entry.projectKey),
    wanted.map((entry) => entry.projectName),
    wanted.map(() => deps.newId()),
    deps.now(),
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

/** Makes tasks for names that have none in their project. Answers with those made here. */
export async function createNamedTasks(
  client: SqlClient,
  deps: RegistryDeps,
  missing: readonly (FoundNames & { readonly projectId: string })[],
): Promise<readonly EntryKey[]> {
  const wanted = firstOfEach(missing, (entry) => [
    entry.workspaceId,
    entry.projectId,
    entry.taskKey,
  ]);
  const { rows } = await client.query<EntryKey>(CREATE_TASKS, [
    wanted.map((entry) => entry.workspaceId),
    wanted.map((entry) => entry.projectId),
    wanted.map((entry) => entry.taskKey),
    wanted.map((entry) => entry.taskName),
    wanted.map(() => deps.newId()),
    deps.now(),
  ]);
  return rows;
}

/** The first spelling of each name is the one that is kept. */
function firstOfEach<T>(entries: readonly T[], keyOf: (entry: T) => unknown[]): readonly T[] {
  const byKey = new Map<string, T>();
  for (const entry of entries) {
    const key = JSON.stringify(keyOf(entry));
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return [...byKey.values()];
}
