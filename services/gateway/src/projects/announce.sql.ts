import { type ProjectsChanged, projectsChanged } from '@output-review/contracts';
import { addToOutbox, makeOutgoingEvent, newId, type SqlClient } from '@output-review/runtime';
import type { Tx } from '@output-review/shared-kernel';

import type { EntryKey, RegistryEntry } from './projects.pure.ts';

/** Projects or tasks as they are at this point of the transaction, in the published form. */
export async function readStates(
  client: SqlClient,
  kind: RegistryEntry['kind'],
  keys: readonly EntryKey[],
): Promise<readonly ProjectsChanged[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<ProjectsChanged>(statesSql(kind), [
    keys.map((key) => key.workspaceId),
    keys.map((key) => key.id),
  ]);
  return rows;
}

/** Publishes projects and tasks, in the transaction that changes them. */
export function publishStates(tx: Tx, states: readonly ProjectsChanged[], at: Date): void {
  for (const data of states) tx.publish(projectsChanged, { key: keyOf(data), at, data });
}

/**
 * The same for a transaction of the shared insert. Only the sweeper sends these events, which is soon enough: nothing
 * else knows new entries yet.
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

const statesSql = (kind: RegistryEntry['kind']): string => `
  SELECT ${kind}s.workspace_id AS "workspaceId", '${kind}' AS kind, ${kind}s.id,
    ${kind === 'task' ? 'tasks.project_id' : 'NULL'} AS "projectId", ${kind}s.name, ${kind}s.sample_rate AS "sampleRate",
    ${kind}s.review_group_id AS "reviewGroupId", ${kind}s.escalation_group_id AS "escalationGroupId",
    ${kind}s.version, false AS deleted,
    ARRAY(
      SELECT name_key FROM ${kind}_names
      WHERE ${kind}_names.workspace_id = ${kind}s.workspace_id
        AND ${kind}_names.${kind}_id = ${kind}s.id AND is_alias
      ORDER BY name_key
    ) AS "aliasKeys"
  FROM unnest($1::text[], $2::text[]) AS wanted (workspace_id, id)
  JOIN ${kind}s USING (workspace_id, id)`;
