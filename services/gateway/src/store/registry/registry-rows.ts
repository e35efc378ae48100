import type { SqlClient } from '@output-review/runtime';

import type { Project, Task } from '../../domain/registry/entries.ts';
import type { RegistryStore } from '../../use-cases/registry/registry-store.ts';
import type { AuditedChange } from '../audited-change.ts';
import type { RegistryDeps } from './names.ts';
import { RegistryTransaction } from './registry-transaction.ts';

export interface RegistryRowsDeps extends RegistryDeps {
  readonly database: SqlClient;
  readonly change: AuditedChange;
}

/** The registry on PostgreSQL. */
export function makeRegistryStore({ database, change, ...deps }: RegistryRowsDeps): RegistryStore {
  return {
    listProjects: (workspaceId) => listProjects(database, workspaceId),
    listTasks: (workspaceId, projectId) => listTasks(database, workspaceId, projectId),
    change: (request, work) =>
      change(request, async (tx, { audit, handOver }) => {
        const registry = new RegistryTransaction(tx, deps);
        const result = await work(registry, audit);
        handOver(await registry.announce());
        return result;
      }),
  };
}

async function listProjects(client: SqlClient, workspaceId: string): Promise<readonly Project[]> {
  const { rows } = await client.query<Project>({
    name: 'list-projects',
    text: `SELECT id, name, icon, created_at AS "createdAt" FROM projects
           WHERE workspace_id = $1 ORDER BY lower(name), id`,
    values: [workspaceId],
  });
  return rows;
}

async function listTasks(
  client: SqlClient,
  workspaceId: string,
  projectId: string,
): Promise<readonly Task[] | null> {
  const { rows } = await client.query<Task | (Omit<Task, 'id'> & { readonly id: null })>({
    name: 'list-tasks',
    text: `SELECT tasks.id, projects.id AS "projectId", tasks.name, tasks.created_at AS "createdAt"
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
