import { type ProjectsChanged, projectsChanged } from '@output-review/contracts';
import { addToOutbox, makeOutgoingEvent, newId, type SqlClient } from '@output-review/runtime';
import type { Tx } from '@output-review/shared-kernel';

import type { EntryKey } from './projects.pure.ts';

/** Projects as they are at this point of the transaction, as others are told of them. */
export async function readProjects(
  tx: SqlClient,
  keys: readonly EntryKey[],
): Promise<readonly ProjectsChanged[]> {
  return readStates(tx, PROJECT_STATES, keys);
}

/** Tasks as they are at this point of the transaction. */
export async function readTasks(
  tx: SqlClient,
  keys: readonly EntryKey[],
): Promise<readonly ProjectsChanged[]> {
  return readStates(tx, TASK_STATES, keys);
}

/** A project or task as it is told to be gone; read before its row goes. */
export async function readGone(
  tx: SqlClient,
  entry: EntryKey & { readonly kind: 'project' | 'task' },
): Promise<readonly ProjectsChanged[]> {
  const states = await (entry.kind === 'project' ? readProjects : readTasks)(tx, [entry]);
  return states.map((state) => ({
    ...state,
    aliasKeys: [],
    version: state.version + 1,
    deleted: true,
  }));
}

/** Tells of projects and tasks, in the transaction that changes them. */
export function publishStates(tx: Tx, states: readonly ProjectsChanged[], at: Date): void {
  for (const data of states) tx.publish(projectsChanged, { key: keyOf(data), at, data });
}

/**
 * The same for a transaction of the shared insert. The sweeper finds the events: what is new there is known
 * to nobody else yet.
 */
export async function addStates(
  tx: SqlClient,
  states: readonly ProjectsChanged[],
  at: Date,
): Promise<void> {
  await addToOutbox(
    tx,
    states.map((data) =>
      makeOutgoingEvent({
        ...{ topic: projectsChanged.topic, key: keyOf(data), id: newId() },
        ...{ source: 'gateway', time: at.toISOString(), data },
      }),
    ),
  );
}

function keyOf({ workspaceId, id }: EntryKey): string {
  return `${workspaceId}/${id}`;
}

const PROJECT_STATES = `
  SELECT projects.workspace_id AS "workspaceId", 'project' AS kind, projects.id,
    NULL AS "projectId", projects.name, projects.sample_rate AS "sampleRate",
    projects.review_group_id AS "reviewGroupId", projects.escalation_group_id AS "escalationGroupId",
    projects.version, false AS deleted,
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
    tasks.project_id AS "projectId", tasks.name, tasks.sample_rate AS "sampleRate",
    tasks.review_group_id AS "reviewGroupId", tasks.escalation_group_id AS "escalationGroupId",
    tasks.version, false AS deleted,
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
