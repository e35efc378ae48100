import type { Tx } from '@output-review/shared-kernel';

import { publishStates, readStates } from './announce.sql.ts';
import type { EntrySettings, Project, RegistryEntry, Task } from './projects.pure.ts';

const SETTINGS = `sample_rate AS "sampleRate", review_group_id AS "reviewGroupId",
  escalation_group_id AS "escalationGroupId"`;

function settingColumns({ sampleRate, reviewGroupId, escalationGroupId }: EntrySettings) {
  return [sampleRate, reviewGroupId, escalationGroupId];
}

/** One change of the registry. It remembers what it touched, and tells of it once at its end. */
export class RegistryChange {
  readonly #tx: Tx;
  /** The ids of what was touched, each with its workspace. */
  readonly #touched = { project: new Map<string, string>(), task: new Map<string, string>() };

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** The project, kept from other changes until the end; null where it is not of this workspace. */
  async lockProject(workspaceId: string, id: string): Promise<Project | null> {
    const { rows } = await this.#tx.query<Project>(
      // Weak enough that submissions go on.
      `SELECT id, name, icon, ${SETTINGS}, created_at AS "createdAt" FROM projects
       WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [workspaceId, id],
    );
    return rows[0] ?? null;
  }

  async insertProject(workspaceId: string, project: Project): Promise<void> {
    await this.#tx.query(
      `INSERT INTO projects (
         workspace_id, id, name, icon, created_at, sample_rate, review_group_id, escalation_group_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[workspaceId, project.id, project.name, project.icon, project.createdAt],
        ...settingColumns(project),
      ],
    );
    this.#touched.project.set(project.id, workspaceId);
  }

  async updateProject(workspaceId: string, project: Project): Promise<void> {
    await this.#tx.query(
      `UPDATE projects SET name = $3, icon = $4, sample_rate = $5, review_group_id = $6,
         escalation_group_id = $7, version = version + 1
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, project.id, project.name, project.icon, ...settingColumns(project)],
    );
    this.#touched.project.set(project.id, workspaceId);
  }

  /**
   * Makes a name lead to a project, as its current one; what was its current one becomes an alias.
   *
   * @returns false where it is the current name of another project; a former one is taken over.
   */
  async takeProjectName({ workspaceId, id, nameKey }: NameTaking): Promise<boolean> {
    await this.#tx.query(
      `UPDATE project_names SET is_alias = true
       WHERE workspace_id = $1 AND project_id = $2 AND name_key <> $3 AND NOT is_alias`,
      [workspaceId, id, nameKey],
    );
    const { rows: holders } = await this.#tx.query<{ id: string }>(
      `SELECT project_id AS id FROM project_names
       WHERE workspace_id = $1 AND name_key = $2 FOR UPDATE`,
      [workspaceId, nameKey],
    );
    const { rowCount } = await this.#tx.query(
      `INSERT INTO project_names AS held (workspace_id, name_key, project_id, is_alias)
       VALUES ($1, $2, $3, false)
       ON CONFLICT (workspace_id, name_key)
       DO UPDATE SET project_id = excluded.project_id, is_alias = false
       WHERE held.is_alias OR held.project_id = excluded.project_id`,
      [workspaceId, nameKey, id],
    );
    for (const holder of holders.filter((each) => each.id !== id)) {
      await this.#bump('project', workspaceId, holder.id);
    }
    return rowCount === 1;
  }

  /** The task, kept from other changes until the end; null where it is not in this project. */
  async lockTask(workspaceId: string, key: Pick<Task, 'projectId' | 'id'>): Promise<Task | null> {
    const { rows } = await this.#tx.query<Task>(
      `SELECT id, project_id AS "projectId", name, ${SETTINGS}, created_at AS "createdAt"
       FROM tasks
       WHERE workspace_id = $1 AND project_id = $2 AND id = $3 FOR NO KEY UPDATE`,
      [workspaceId, key.projectId, key.id],
    );
    return rows[0] ?? null;
  }

  async insertTask(workspaceId: string, task: Task): Promise<void> {
    await this.#tx.query(
      `INSERT INTO tasks (
         workspace_id, project_id, id, name, created_at, sample_rate, review_group_id, escalation_group_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[workspaceId, task.projectId, task.id, task.name, task.createdAt],
        ...settingColumns(task),
      ],
    );
    this.#touched.task.set(task.id, workspaceId);
  }

  async updateTask(workspaceId: string, task: Task): Promise<void> {
    await this.#tx.query(
      `UPDATE tasks SET name = $3, sample_rate = $4, review_group_id = $5, escalation_group_id = $6,
         version = version + 1
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, task.id, task.name, ...settingColumns(task)],
    );
    this.#touched.task.set(task.id, workspaceId);
  }

  /** As takeProjectName, among the tasks of a project. */
  async takeTaskName(taking: NameTaking & { readonly projectId: string }): Promise<boolean> {
    const { workspaceId, projectId, id, nameKey } = taking;
    await this.#tx.query(
      `UPDATE task_names SET is_alias = true
       WHERE workspace_id = $1 AND task_id = $2 AND name_key <> $3 AND NOT is_alias`,
      [workspaceId, id, nameKey],
    );
    const { rows: holders } = await this.#tx.query<{ id: string }>(
      `SELECT task_id AS id FROM task_names
       WHERE workspace_id = $1 AND project_id = $2 AND name_key = $3 FOR UPDATE`,
      [workspaceId, projectId, nameKey],
    );
    const { rowCount } = await this.#tx.query(
      `INSERT INTO task_names AS held (workspace_id, project_id, name_key, task_id, is_alias)
       VALUES ($1, $2, $3, $4, false)
       ON CONFLICT (workspace_id, project_id, name_key)
       DO UPDATE SET task_id = excluded.task_id, is_alias = false
       WHERE held.is_alias OR held.task_id = excluded.task_id`,
      [workspaceId, projectId, nameKey, id],
    );
    for (const holder of holders.filter((each) => each.id !== id)) {
      await this.#bump('task', workspaceId, holder.id);
    }
    return rowCount === 1;
  }

  /** Tells of all that was touched. */
  async publish(at: Date): Promise<void> {
    publishStates(
      this.#tx,
      await readStates(this.#tx, 'project', keysOf(this.#touched.project)),
      at,
    );
    publishStates(this.#tx, await readStates(this.#tx, 'task', keysOf(this.#touched.task)), at);
  }

  async #bump(kind: RegistryEntry['kind'], workspaceId: string, id: string): Promise<void> {
    await this.#tx.query(
      `UPDATE ${kind}s SET version = version + 1 WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    this.#touched[kind].set(id, workspaceId);
  }
}

function keysOf(touched: ReadonlyMap<string, string>) {
  return [...touched].map(([id, workspaceId]) => ({ workspaceId, id }));
}

interface NameTaking {
  readonly workspaceId: string;
  /** The project or task that takes the name. */
  readonly id: string;
  readonly nameKey: string;
}
