import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';
import { type Tx, unredacted } from '@output-review/shared-kernel';

import type { WorkspaceRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { holdWorkspace } from '../workspaces/workspaces.sql.ts';
import { readStates } from './announce.sql.ts';
import { countOutputs, requireReview, tellReview, tryTellReview } from './review.ts';
import {
  changeConcernsReview,
  concernsReview,
  type Counted,
  type EntrySettings,
  noSuchProject,
  type Project,
  type SettingsUpdate,
  type Task,
  updateSettings,
} from './projects.pure.ts';
import { projectsOf, tasksOf } from './projects.sql.ts';
import { RegistryChange } from './registry-change.sql.ts';
import { auditedSettings, requireGroups } from './routing.ts';

/**
 * Runs a change of the registry in its turn, and publishes it. One after the other in a workspace: a change may also
 * write the entry whose alias it takes over.
 *
 * @throws AppError NOT_FOUND if the workspace has ended; VALIDATION_FAILED for a group that does not exist in the workspace; the error of the work.
 */
function changeRegistry<T>(
  ctx: Context,
  { workspaceId, ...settings }: SettingsUpdate & { readonly workspaceId: string },
  work: (registry: RegistryChange, tx: Tx) => Promise<T>,
): Promise<T> {
  return ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdWorkspace(tx, workspaceId);
    await requireGroups(tx, workspaceId, settings);
    const registry = new RegistryChange(tx, workspaceId);
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

export async function addProject(
  ctx: Context,
  request: WorkspaceRequest,
  wanted: Pick<Project, 'name' | 'icon'> & EntrySettings,
): Promise<Counted<Project>> {
  const { workspaceId } = request.principal;
  const { name, icon } = wanted;
  const project = { ...wanted, id: newId(), createdAt: ctx.clock.now() };
  const { id } = project;
  if (concernsReview(wanted)) await requireReview(ctx, workspaceId);
  const isTakeover = await changeRegistry(ctx, { workspaceId, ...wanted }, async (registry, tx) => {
    const tookOver = await registry.insertProject(project);
    const target = { kind: 'project', id } as const;
    const after = { name, icon, ...auditedSettings(wanted) };
    tx.audit(request, { workspaceId, action: 'project.created', target, after });
    return tookOver;
  });
  if (isTakeover || concernsReview(wanted)) {
    await tryTellReview(ctx, request.requestId, async (signal) =>
      tellReview(ctx, await readStates(ctx.db, 'project', [{ workspaceId, id }]), signal),
    );
  }
  return { ...project, executionCount: 0 };
}

interface ProjectUpdate extends SettingsUpdate {
  readonly id: string;
  readonly name: string | undefined;
  readonly icon: string | null | undefined;
}

/** Changes the name, icon or settings of a project. Its former name stays an alias. */
export async function changeProject(
  ctx: Context,
  request: WorkspaceRequest,
  { id, name, icon, ...update }: ProjectUpdate,
): Promise<Counted<Project>> {
  const { workspaceId } = request.principal;
  // Counted first, because the answer to a change needs the count.
  const counts = await countOutputs(ctx, workspaceId);
  const project = await changeRegistry(ctx, { workspaceId, ...update }, async (registry, tx) => {
    const before = await registry.lockProject(id);
    if (!before) throw noSuchProject();
    const after = {
      ...before,
      name: name ?? before.name,
      icon: icon === undefined ? before.icon : icon,
      ...updateSettings(before, update),
    };
    await registry.updateProject(after);
    tx.audit(request, {
      ...{ workspaceId, action: 'project.updated', target: { kind: 'project', id } },
      before: { name: before.name, icon: before.icon, ...auditedSettings(before) },
      after: { name: after.name, icon: after.icon, ...auditedSettings(after) },
    });
    return after;
  });
  if (changeConcernsReview({ name, ...update })) {
    await tellReview(ctx, await readStates(ctx.db, 'project', [{ workspaceId, id }]));
  }
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

export async function addTask(
  ctx: Context,
  request: WorkspaceRequest,
  wanted: Pick<Task, 'projectId' | 'name'> & EntrySettings,
): Promise<Counted<Task>> {
  const { workspaceId } = request.principal;
  const { projectId, name } = wanted;
  const task = { ...wanted, id: newId(), createdAt: ctx.clock.now() };
  const { id } = task;
  if (concernsReview(wanted)) await requireReview(ctx, workspaceId);
  const isTakeover = await changeRegistry(ctx, { workspaceId, ...wanted }, async (registry, tx) => {
    if (!(await registry.lockProject(projectId))) throw noSuchProject();
    const tookOver = await registry.insertTask(task);
    const target = { kind: 'task', id } as const;
    const after = { name, ...auditedSettings(wanted), projectId: unredacted(projectId) };
    tx.audit(request, { workspaceId, action: 'task.created', target, after });
    return tookOver;
  });
  if (isTakeover || concernsReview(wanted)) {
    await tryTellReview(ctx, request.requestId, async (signal) =>
      tellReview(ctx, await readStates(ctx.db, 'task', [{ workspaceId, id }]), signal),
    );
  }
  return { ...task, executionCount: 0 };
}

interface TaskUpdate extends SettingsUpdate {
  readonly projectId: string;
  readonly id: string;
  readonly name: string | undefined;
}

/** Changes the name or settings of a task. Its former name stays an alias in its project. */
export async function changeTask(
  ctx: Context,
  request: WorkspaceRequest,
  { projectId, id, name, ...update }: TaskUpdate,
): Promise<Counted<Task>> {
  const { workspaceId } = request.principal;
  // Counted first, because the answer to a change needs the count.
  const counts = await countOutputs(ctx, workspaceId);
  const task = await changeRegistry(ctx, { workspaceId, ...update }, async (registry, tx) => {
    const before = await registry.lockTask(projectId, id);
    if (!before) throw new AppError('NOT_FOUND', 'There is no task with this ID.');
    const after = {
      ...before,
      name: name ?? before.name,
      ...updateSettings(before, update),
    };
    await registry.updateTask(after);
    tx.audit(request, {
      ...{ workspaceId, target: { kind: 'task', id } },
      action: after.name === before.name ? 'task.updated' : 'task.renamed',
      before: { name: before.name, ...auditedSettings(before) },
      after: { name: after.name, ...auditedSettings(after) },
    });
    return after;
  });
  if (changeConcernsReview({ name, ...update })) {
    await tellReview(ctx, await readStates(ctx.db, 'task', [{ workspaceId, id }]));
  }
  return { ...task, executionCount: counts.ofTask(id) };
}
