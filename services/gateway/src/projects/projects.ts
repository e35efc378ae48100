import { AppError } from '@output-review/errors';
import { foldKey, newId } from '@output-review/runtime';
import { unredacted, transact, type Tx } from '@output-review/shared-kernel';

import type { WorkspaceRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { countOutputs } from './owners.ts';
import {
  type Counted,
  noSuchProject,
  type Project,
  projectNameTaken,
  type Task,
  taskNameTaken,
} from './projects.pure.ts';
import { projectsOf, tasksOf } from './projects.sql.ts';
import { RegistryChange } from './registry-change.sql.ts';

/** A change of the registry, and what is told of it. */
function changeRegistry<T>(
  ctx: Context,
  work: (registry: RegistryChange, tx: Tx) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (tx) => {
    const registry = new RegistryChange(tx);
    const result = await work(registry, tx);
    await registry.publish(ctx.clock.now());
    return result;
  });
}

export async function countedProjects(
  ctx: Context,
  workspaceId: string,
): Promise<readonly Counted<Project>[]> {
  const [projects, counts] = await Promise.all([
    projectsOf(ctx.db, workspaceId),
    countOutputs(ctx, workspaceId),
  ]);
  return projects.map((project) => ({ ...project, executionCount: counts.ofProject(project.id) }));
}

export function addProject(
  ctx: Context,
  request: WorkspaceRequest,
  { name, icon }: { readonly name: string; readonly icon: string | null },
): Promise<Counted<Project>> {
  const { workspaceId } = request.principal;
  return changeRegistry(ctx, async (registry, tx) => {
    const project = { id: newId(), name, icon, createdAt: ctx.clock.now() };
    await registry.insertProject(workspaceId, project);
    const { id } = project;
    if (!(await registry.takeProjectName({ workspaceId, id, nameKey: foldKey(name) }))) {
      throw projectNameTaken();
    }
    const target = { kind: 'project', id } as const;
    tx.audit(request, { workspaceId, action: 'project.created', target, after: { name, icon } });
    return { ...project, executionCount: 0 };
  });
}

interface ProjectUpdate {
  readonly id: string;
  /** Undefined: as it is. */
  readonly name: string | undefined;
  readonly icon: string | null | undefined;
}

/** Renames a project or gives it another icon. Its former name stays an alias. */
export async function changeProject(
  ctx: Context,
  request: WorkspaceRequest,
  { id, name, icon }: ProjectUpdate,
): Promise<Counted<Project>> {
  const { workspaceId } = request.principal;
  // First, because a change that was made cannot be answered without its count.
  const counts = await countOutputs(ctx, workspaceId);
  const project = await changeRegistry(ctx, async (registry, tx) => {
    const before = await registry.lockProject(workspaceId, id);
    if (!before) throw noSuchProject();
    const after = {
      ...before,
      name: name ?? before.name,
      icon: icon === undefined ? before.icon : icon,
    };
    await registry.updateProject(workspaceId, after);
    const nameKey = foldKey(after.name);
    if (!(await registry.takeProjectName({ workspaceId, id, nameKey }))) throw projectNameTaken();
    tx.audit(request, {
      ...{ workspaceId, action: 'project.updated', target: { kind: 'project', id } },
      before: { name: before.name, icon: before.icon },
      after: { name: after.name, icon: after.icon },
    });
    return after;
  });
  return { ...project, executionCount: counts.ofProject(id) };
}

export async function countedTasks(
  ctx: Context,
  workspaceId: string,
  projectId: string,
): Promise<readonly Counted<Task>[]> {
  const tasks = await tasksOf(ctx.db, workspaceId, projectId);
  if (!tasks) throw noSuchProject();
  const counts = await countOutputs(ctx, workspaceId);
  return tasks.map((task) => ({ ...task, executionCount: counts.ofTask(task.id) }));
}

export function addTask(
  ctx: Context,
  request: WorkspaceRequest,
  { projectId, name }: { readonly projectId: string; readonly name: string },
): Promise<Counted<Task>> {
  const { workspaceId } = request.principal;
  return changeRegistry(ctx, async (registry, tx) => {
    if (!(await registry.lockProject(workspaceId, projectId))) throw noSuchProject();
    const task = { id: newId(), projectId, name, createdAt: ctx.clock.now() };
    const { id } = task;
    await registry.insertTask(workspaceId, task);
    const nameKey = foldKey(name);
    if (!(await registry.takeTaskName({ workspaceId, projectId, id, nameKey }))) {
      throw taskNameTaken();
    }
    const target = { kind: 'task', id } as const;
    const after = { name, projectId: unredacted(projectId) };
    tx.audit(request, { workspaceId, action: 'task.created', target, after });
    return { ...task, executionCount: 0 };
  });
}

interface TaskRenaming {
  readonly projectId: string;
  readonly id: string;
  readonly name: string;
}

/** Renames a task. Its former name stays an alias in its project. */
export async function changeTask(
  ctx: Context,
  request: WorkspaceRequest,
  { projectId, id, name }: TaskRenaming,
): Promise<Counted<Task>> {
  const { workspaceId } = request.principal;
  // First, because a change that was made cannot be answered without its count.
  const counts = await countOutputs(ctx, workspaceId);
  const task = await changeRegistry(ctx, async (registry, tx) => {
    const before = await registry.lockTask(workspaceId, { projectId, id });
    if (!before) throw new AppError('NOT_FOUND', 'There is no task with this ID.');
    const after = { ...before, name };
    await registry.updateTask(workspaceId, after);
    const nameKey = foldKey(name);
    if (!(await registry.takeTaskName({ workspaceId, projectId, id, nameKey }))) {
      throw taskNameTaken();
    }
    tx.audit(request, {
      ...{ workspaceId, action: 'task.renamed', target: { kind: 'task', id } },
      ...{ before: { name: before.name }, after: { name } },
    });
    return after;
  });
  return { ...task, executionCount: counts.ofTask(id) };
}
