import { createTask, deleteTask, listTasks, renameTask } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { RegistryEntry, Task } from '../../domain/registry/entries.ts';
import type { Counted } from '../../use-cases/registry/registry-store.ts';
import type { WorkspaceRequest } from '../../use-cases/workspace-request.ts';
import type { TaskRenaming } from '../../use-cases/registry/rename-task.ts';

export interface TaskRoutesDeps {
  readonly listTasks: (workspaceId: string, projectId: string) => Promise<readonly Counted<Task>[]>;
  readonly createTask: (
    request: WorkspaceRequest,
    wanted: { readonly projectId: string; readonly name: string },
  ) => Promise<Counted<Task>>;
  readonly renameTask: (
    request: WorkspaceRequest,
    renaming: TaskRenaming,
  ) => Promise<Counted<Task>>;
  readonly deleteEntry: (request: WorkspaceRequest, entry: RegistryEntry) => Promise<void>;
}

export const makeTaskRoutes = (deps: TaskRoutesDeps): readonly Route[] => [
  implement(listTasks, async ({ principal, params }) => ({
    status: 200,
    body: (await deps.listTasks(principal.workspaceId, params.id)).map(presentTask),
  })),

  implement(createTask, async ({ params, body, ...request }) => {
    const wanted = { projectId: params.id, name: body.name };
    return { status: 201, body: presentTask(await deps.createTask(request, wanted)) };
  }),

  implement(renameTask, async ({ params, body, ...request }) => {
    const renaming = { projectId: params.id, id: params.taskId, name: body.name };
    return { status: 200, body: presentTask(await deps.renameTask(request, renaming)) };
  }),

  implement(deleteTask, async ({ params, ...request }) => {
    const { workspaceId } = request.principal;
    const { id: projectId, taskId: id } = params;
    await deps.deleteEntry(request, { kind: 'task', workspaceId, id, projectId });
    return { status: 200, body: { ok: true } };
  }),
];

function presentTask({ id, name, projectId, createdAt, executionCount }: Counted<Task>) {
  return { id, name, projectId, createdAt: createdAt.toISOString(), executionCount };
}
