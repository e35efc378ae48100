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
import type { Counted, EntrySettings, Project, SettingsUpdate, Task } from './projects.pure.ts';
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
    const { name, icon = null } = body;
    const wanted = { name, icon, ...newSettings(body) };
    return { status: 201, body: presentProject(await addProject(ctx, request, wanted)) };
  }),
  route(updateProject, async (ctx, { params, body, ...request }) => {
    const { name, icon } = body;
    const update = { id: params.id, name, icon, ...changedSettings(body) };
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
    const { name } = body;
    const wanted = { projectId: params.id, name, ...newSettings(body) };
    return { status: 201, body: presentTask(await addTask(ctx, request, wanted)) };
  }),
  route(renameTask, async (ctx, { params, body, ...request }) => {
    const { name } = body;
    const update = { projectId: params.id, id: params.taskId, name, ...changedSettings(body) };
    return { status: 200, body: presentTask(await changeTask(ctx, request, update)) };
  }),
  route(deleteTask, async (ctx, { params, ...request }) => {
    const { workspaceId } = request.principal;
    const { id: projectId, taskId: id } = params;
    await deleteEntry(ctx, request, { kind: 'task', workspaceId, id, projectId });
    return { status: 200, body: { ok: true } };
  }),
];

/** Called by other services on the internal listener. */
export const resolveRoute = route(INTERNAL_OPERATIONS.resolveRegistry, async (ctx, { body }) => ({
  status: 200,
  body: await resolveEntry(ctx, body),
}));

function newSettings(body: Partial<EntrySettings>): EntrySettings {
  const { sampleRate = null, reviewGroupId = null, escalationGroupId = null } = body;
  return { sampleRate, reviewGroupId, escalationGroupId };
}

function changedSettings(body: Partial<EntrySettings>): SettingsUpdate {
  const { sampleRate, reviewGroupId, escalationGroupId } = body;
  return { sampleRate, reviewGroupId, escalationGroupId };
}

function presentProject({ createdAt, ...project }: Counted<Project>) {
  return { ...project, createdAt: createdAt.toISOString() };
}

function presentTask({ createdAt, ...task }: Counted<Task>) {
  return { ...task, createdAt: createdAt.toISOString() };
}
