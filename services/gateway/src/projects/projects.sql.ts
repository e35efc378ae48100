import type { SqlClient } from '@output-review/runtime';

import type { Project, Task } from './projects.pure.ts';

/** Sorted by name. */
export async function projectsOf(
  client: SqlClient,
  workspaceId: string,
): Promise<readonly Project[]> {
  const { rows } = await client.query<Project>({
    name: 'list-projects',
    text: `SELECT id, name, icon, sample_rate AS "sampleRate", review_group_id AS "reviewGroupId",
             escalation_group_id AS "escalationGroupId", created_at AS "createdAt"
           FROM projects
           WHERE workspace_id = $1 ORDER BY lower(name), id`,
    values: [workspaceId],
  });
  return rows;
}

/** Sorted by name; null if the project is not in this workspace. */
export async function tasksOf(
  client: SqlClient,
  workspaceId: string,
  projectId: string,
): Promise<readonly Task[] | null> {
  const { rows } = await client.query<Task | (Omit<Task, 'id'> & { readonly id: null })>({
    name: 'list-tasks',
    text: `SELECT tasks.id, projects.id AS "projectId", tasks.name,
             tasks.sample_rate AS "sampleRate", tasks.review_group_id AS "reviewGroupId",
             tasks.escalation_group_id AS "escalationGroupId", tasks.created_at AS "createdAt"
           FROM projects
           LEFT JOIN tasks ON tasks.workspace_id = projects.workspace_id
             AND tasks.project_id = projects.id
           WHERE projects.workspace_id = $1 AND projects.id = $2
           ORDER BY lower(tasks.name), tasks.id`,
    values: [workspaceId, projectId],
  });
  if (rows.length === 0) return null;
  return rows.filter((row): row is Task => row.id !== null);
}

/** The current name of a project; null if it is not in this workspace. */
export async function nameOfProject(
  db: SqlClient,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    'SELECT name FROM projects WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  return rows[0]?.name ?? null;
}

export async function isClosing(
  db: SqlClient,
  workspaceId: string,
  projectId: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM projects WHERE workspace_id = $1 AND id = $2 AND closing_since IS NOT NULL`,
    [workspaceId, projectId],
  );
  return rows.length > 0;
}
