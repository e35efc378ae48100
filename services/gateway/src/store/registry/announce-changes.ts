import { type ProjectsChanged, TOPICS } from '@output-review/contracts';
import {
  addToOutbox,
  makeOutgoingEvent,
  type OutgoingEvent,
  type SqlClient,
  type StoredEvent,
} from '@output-review/runtime';

import type { EntryKey, RegistryDeps } from './names.ts';

/** Tells of projects as they are at this point of the transaction. */
export async function announceProjects(
  client: SqlClient,
  keys: readonly EntryKey[],
  deps: RegistryDeps,
): Promise<readonly StoredEvent[]> {
  return announce(client, await readStates(client, PROJECT_STATES, keys), deps);
}

/** Tells of tasks as they are at this point of the transaction. */
export async function announceTasks(
  client: SqlClient,
  keys: readonly EntryKey[],
  deps: RegistryDeps,
): Promise<readonly StoredEvent[]> {
  return announce(client, await readStates(client, TASK_STATES, keys), deps);
}

/** Tells that a project or task is gone; called before its row goes. */
export async function announceDeletion(
  client: SqlClient,
  entry: EntryKey & { readonly kind: 'project' | 'task' },
  deps: RegistryDeps,
): Promise<readonly StoredEvent[]> {
  const sql = entry.kind === 'project' ? PROJECT_STATES : TASK_STATES;
  const states = await readStates(client, sql, [entry]);
  const gone = states.map((state) => ({
    ...state,
    aliasKeys: [],
    version: state.version + 1,
    deleted: true,
  }));
  return announce(client, gone, deps);
}

const PROJECT_STATES = `
  SELECT projects.workspace_id AS "workspaceId", 'project' AS kind, projects.id,
    NULL AS "projectId", projects.name, projects.version, false AS deleted,
    ARRAY(
      SELECT name_key FROM project_names
      WHERE project_names.workspace_id = projects.workspace_id
        AND project_names.project_id = projects.id AND is_alias
      ORDER BY name_key
    ) AS "aliasKeys"
  FROM unnest($1::text[], $2::text[]) AS wanted (workspace_id, id)
  JOIN projects USING (workspace_id, id)`;

const TASK_STATES = `
  SELECT tasks.workspace_id AS "workspaceId", 'task' AS kind, tasks.id,
    tasks.project_id AS "projectId", tasks.name, tasks.version, false AS deleted,
    ARRAY(
      SELECT name_key FROM task_names
      WHERE task_names.workspace_id = tasks.workspace_id
        AND task_names.task_id = tasks.id AND is_alias
      ORDER BY name_key
    ) AS "aliasKeys"
  FROM unnest($1::text[], $2::text[]) AS wanted (workspace_id, id)
  JOIN tasks USING (workspace_id, id)`;

async function readStates(
  client: SqlClient,
  sql: string,
  keys: readonly EntryKey[],
): Promise<readonly ProjectsChanged[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<ProjectsChanged>(sql, [
    keys.map((key) => key.workspaceId),
    keys.map((key) => key.id),
  ]);
  return rows;
}

async function announce(
  client: SqlClient,
  states: readonly ProjectsChanged[],
  deps: RegistryDeps,
): Promise<readonly StoredEvent[]> {
  if (states.length === 0) return [];
  return addToOutbox(
    client,
    states.map((state) => toEvent(state, deps)),
  );
}

function toEvent(state: ProjectsChanged, deps: RegistryDeps): OutgoingEvent {
  return makeOutgoingEvent({
    topic: TOPICS.projectsChanged,
    key: `${state.workspaceId}/${state.id}`,
    ...{ id: deps.newId(), source: 'gateway', time: deps.now().toISOString(), data: state },
  });
}
