import type { SqlClient } from '@output-review/runtime';

import { announceProjects, announceTasks } from './announce-changes.ts';
import { createNamedProjects, createNamedTasks } from './create-named.ts';
import type { FoundNames, NamedIds, NamesToResolve, RegistryDeps } from './names.ts';

/**
 * Turns names into ids and makes what nobody used before, in the caller's transaction.
 *
 * Rows are made in the order of their keys, projects before tasks, so that two batches with the
 * same new names wait for each other instead of deadlocking. Whether a project is closing is for
 * the caller's own statement to see: it may change after this one.
 */
export const makeResolveNames =
  (deps: RegistryDeps) =>
  async (client: SqlClient, queries: readonly NamesToResolve[]): Promise<readonly NamedIds[]> => {
    let found = await findNames(client, queries);
    const newProjects = found.filter((entry) => entry.projectId === null);
    if (newProjects.length > 0) {
      const made = await createNamedProjects(client, deps, newProjects);
      await announceProjects(client, made, deps);
      found = await findNames(client, queries);
    }
    const newTasks = found.filter((entry) => entry.taskKey !== null && entry.taskId === null);
    if (newTasks.length > 0) {
      const made = await createNamedTasks(client, deps, newTasks.map(inProject));
      await announceTasks(client, made, deps);
      found = await findNames(client, queries);
    }
    return found.map(toNamedIds);
  };

/** Looks names up without making any. Answers in the order of the queries. */
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

/** @throws Error where the project is missing: it was made a statement before. */
function inProject(found: FoundNames): FoundNames & { readonly projectId: string } {
  const { projectId } = found;
  if (projectId === null) throw new Error('A project vanished while its name was being resolved');
  return { ...found, projectId };
}

function toNamedIds(found: FoundNames): NamedIds {
  const { projectId, projectName, taskId, taskName } = inProject(found);
  return { projectId, projectName, taskId, taskName };
}
