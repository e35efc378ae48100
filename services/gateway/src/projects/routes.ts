import {
  createProject,
  createTask,
  deleteProject,
  deleteTask,
  INTERNAL_OPERATIONS,
  listProjects,
  listTasks,
  renameTask,
  updateProject,
} from '@output-review/contracts';

import { route } from '../context.ts';
import { deleteEntry } from './deletion.ts';
import type { Counted, Project, Task } from './projects.pure.ts';
import {
  addProject,
  addTask,
  changeProject,
  changeTask,
  countedProjects,
  countedTasks,
} from './projects.ts';
import { resolveEntry } from './resolve.ts';

export const projectRoutes = [
  route(listProjects, async (ctx, { principal }) => ({
    status: 200,
    body: (await countedProjects(ctx, principal.workspaceId)).map(presentProject),
  })),
  route(createProject, async (ctx, { body, ...request }) => {
    const wanted = { name: body.name, icon: body.icon ?? null };
    return { status: 201, body: presentProject(await addProject(ctx, request, wanted)) };
  }),
  route(updateProject, async (ctx, { params, body, ...request }) => {
    const update = { id: params.id, name: body.name, icon: body.icon };
    return { status: 200, body: presentProject(await changeProject(ctx, request, update)) };
  }),
  route(deleteProject, async (ctx, { params, ...request }) => {
    const { workspaceId } = request.principal;
    await deleteEntry(ctx, request, { kind: 'project', workspaceId, id: params.id });
    return { status: 200, body: { ok: true } };
  }),
  route(listTasks, async (ctx, { principal, params }) => ({
    status: 200,
    body: (await countedTasks(ctx, principal.workspaceId, params.id)).map(presentTask),
  })),
  route(createTask, async (ctx, { params, body, ...request }) => {
    const wanted = { projectId: params.id, name: body.name };
    return { status: 201, body: presentTask(await addTask(ctx, request, wanted)) };
  }),
  route(renameTask, async (ctx, { params, body, ...request }) => {
    const renaming = { projectId: params.id, id: params.taskId, name: body.name };
    return { status: 200, body: presentTask(await changeTask(ctx, request, renaming)) };
  }),
  route(deleteTask, async (ctx, { params, ...request }) => {
    const { workspaceId } = request.principal;
    const { id: projectId, taskId: id } = params;
    await deleteEntry(ctx, request, { kind: 'task', workspaceId, id, projectId });
    return { status: 200, body: { ok: true } };
  }),
];

/** What other services ask, by the internal listener. */
export const resolveRoute = route(INTERNAL_OPERATIONS.resolveRegistry, async (ctx, { body }) => ({
  status: 200,
  body: await resolveEntry(ctx, body),
}));

function presentProject({ id, name, icon, createdAt, executionCount }: Counted<Project>) {
  return { id, name, icon, createdAt: createdAt.toISOString(), executionCount };
}

function presentTask({ id, name, projectId, createdAt, executionCount }: Counted<Task>) {
  return { id, name, projectId, createdAt: createdAt.toISOString(), executionCount };
}
