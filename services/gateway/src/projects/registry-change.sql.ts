import { AppError } from '@output-review/errors';
import { foldKey } from '@output-review/runtime';
import type { Tx } from '@output-review/shared-kernel';

import { publishStates, readStates } from './announce.sql.ts';
import type { EntrySettings, Project, Task } from './projects.pure.ts';

const SETTINGS = `sample_rate AS "sampleRate", review_group_id AS "reviewGroupId",
  escalation_group_id AS "escalationGroupId"`;

function settingColumns({ sampleRate, reviewGroupId, escalationGroupId }: EntrySettings) {
  return [sampleRate, reviewGroupId, escalationGroupId];
}

/**
 * One change of the registry of a workspace. Remembers the changed entries, and publishes them once at its end.
 *
 * A written entry takes its name. If that is the current name of another entry, throws AppError CONFLICT. If it is an
 * alias of another, takes it over. The previous name of the entry becomes an alias.
 */
export class RegistryChange {
  readonly #tx: Tx;
  readonly #workspaceId: string;
  /** The IDs of the changed entries. */
  readonly #touched = { project: new Set<string>(), task: new Set<string>() };

  constructor(tx: Tx, workspaceId: string) {
    this.#tx = tx;
    this.#workspaceId = workspaceId;
  }

  /** Locks a project until the end of the transaction; null if it is not in this workspace. */
  async lockProject(id: string): Promise<Project | null> {
    const { rows } = await this.#tx.query<Project>(
      // Weak enough not to block submissions.
      `SELECT id, name, icon, ${SETTINGS}, created_at AS "createdAt" FROM projects
       WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [this.#workspaceId, id],
    );
    return rows[0] ?? null;
  }

  /** @returns whether its name was an alias of another project, and was taken over. */
  async insertProject(project: Project): Promise<boolean> {
    const { id, name, icon, createdAt } = project;
    await this.#tx.query(
      `INSERT INTO projects (
         workspace_id, id, name, icon, created_at, sample_rate, review_group_id, escalation_group_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.#workspaceId, id, name, icon, createdAt, ...settingColumns(project)],
    );
    return this.#takeName(project);
  }

  async updateProject(project: Project): Promise<void> {
    const { id, name, icon } = project;
    await this.#tx.query(
      `UPDATE projects SET name = $3, icon = $4, sample_rate = $5, review_group_id = $6,
         escalation_group_id = $7, version = version + 1
       WHERE workspace_id = $1 AND id = $2`,
      [this.#workspaceId, id, name, icon, ...settingColumns(project)],
    );
    await this.#takeName(project);
  }

  /** Locks a task until the end of the transaction; null if it is not in this project. */
  async lockTask(projectId: string, id: string): Promise<Task | null> {
    const { rows } = await this.#tx.query<Task>(
      `SELECT id, project_id AS "projectId", name, ${SETTINGS}, created_at AS "createdAt"
       FROM tasks
       WHERE workspace_id = $1 AND project_id = $2 AND id = $3 FOR NO KEY UPDATE`,
      [this.#workspaceId, projectId, id],
    );
    return rows[0] ?? null;
  }

  /** @returns whether its name was an alias of another task, and was taken over. */
  async insertTask(task: Task): Promise<boolean> {
    const { projectId, id, name, createdAt } = task;
    await this.#tx.query(
      `INSERT INTO tasks (
         workspace_id, project_id, id, name, created_at, sample_rate, review_group_id, escalation_group_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.#workspaceId, projectId, id, name, createdAt, ...settingColumns(task)],
    );
    return this.#takeName(task);
  }

  async updateTask(task: Task): Promise<void> {
    await this.#tx.query(
      `UPDATE tasks SET name = $3, sample_rate = $4, review_group_id = $5, escalation_group_id = $6,
         version = version + 1
       WHERE workspace_id = $1 AND id = $2`,
      [this.#workspaceId, task.id, task.name, ...settingColumns(task)],
    );
    await this.#takeName(task);
  }

  async #takeName(entry: Project | Task): Promise<boolean> {
    const { id, name } = entry;
    const isTask = 'projectId' in entry;
    const kind = isTask ? 'task' : 'project';
    // The name of a task is unique in its project.
    const [column, value] = isTask ? [', project_id', ', $4'] : ['', ''];
    const taking = [this.#workspaceId, foldKey(name), id, ...(isTask ? [entry.projectId] : [])];
    await this.#tx.query(
      `UPDATE ${kind}_names SET is_alias = true
       WHERE (workspace_id, ${kind}_id${column}) = ($1, $3${value}) AND name_key <> $2 AND NOT is_alias`,
      taking,
    );
    const { rows: holders } = await this.#tx.query<{ id: string; isOther: boolean }>(
      `SELECT ${kind}_id AS id, ${kind}_id <> $3 AS "isOther" FROM ${kind}_names
       WHERE (workspace_id, name_key${column}) = ($1, $2${value}) FOR UPDATE`,
      taking,
    );
    const { rowCount } = await this.#tx.query(
      `INSERT INTO ${kind}_names AS held (workspace_id, name_key, ${kind}_id, is_alias${column})
       VALUES ($1, $2, $3, false${value})
       ON CONFLICT (workspace_id, name_key${column})
       DO UPDATE SET ${kind}_id = excluded.${kind}_id, is_alias = false
       WHERE held.is_alias OR held.${kind}_id = excluded.${kind}_id`,
      taking,
    );
    if (rowCount !== 1) throw nameTaken(kind);
    this.#touched[kind].add(id);
    const others = holders.filter(({ isOther }) => isOther);
    for (const holder of others) {
      await this.#tx.query(
        `UPDATE ${kind}s SET version = version + 1 WHERE workspace_id = $1 AND id = $2`,
        [this.#workspaceId, holder.id],
      );
      this.#touched[kind].add(holder.id);
    }
    return others.length > 0;
  }

  /** Publishes all changed entries. */
  async publish(at: Date): Promise<void> {
    for (const kind of ['project', 'task'] as const) {
      const keys = [...this.#touched[kind]].map((id) => ({ workspaceId: this.#workspaceId, id }));
      publishStates(this.#tx, await readStates(this.#tx, kind, keys), at);
    }
  }
}

function nameTaken(kind: 'project' | 'task'): AppError {
  const message = `A ${kind} with this name already exists${kind === 'task' ? ' in the project' : ''}.`;
  return new AppError('CONFLICT', message, { fields: { name: message } });
}
