import {
  createProject,
  deleteProject,
  listProjects,
  updateProject,
} from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { Project, RegistryEntry } from '../../domain/registry/entries.ts';
import type { Counted } from '../../use-cases/registry/registry-store.ts';
import type { WorkspaceRequest } from '../../use-cases/workspace-request.ts';
import type { ProjectUpdate } from '../../use-cases/registry/update-project.ts';

export interface ProjectRoutesDeps {
  readonly listProjects: (workspaceId: string) => Promise<readonly Counted<Project>[]>;
  readonly createProject: (
    request: WorkspaceRequest,
    wanted: { readonly name: string; readonly icon: string | null },
  ) => Promise<Counted<Project>>;
  readonly updateProject: (
    request: WorkspaceRequest,
    update: ProjectUpdate,
  ) => Promise<Counted<Project>>;
  readonly deleteEntry: (request: WorkspaceRequest, entry: RegistryEntry) => Promise<void>;
}

export const makeProjectRoutes = (deps: ProjectRoutesDeps): readonly Route[] => [
  implement(listProjects, async ({ principal }) => ({
    status: 200,
    body: (await deps.listProjects(principal.workspaceId)).map(presentProject),
  })),

  implement(createProject, async ({ body, ...request }) => {
    const wanted = { name: body.name, icon: body.icon ?? null };
    return { status: 201, body: presentProject(await deps.createProject(request, wanted)) };
  }),

  implement(updateProject, async ({ params, body, ...request }) => {
    const update = { id: params.id, name: body.name, icon: body.icon };
    return { status: 200, body: presentProject(await deps.updateProject(request, update)) };
  }),

  implement(deleteProject, async ({ params, ...request }) => {
    const { workspaceId } = request.principal;
    await deps.deleteEntry(request, { kind: 'project', workspaceId, id: params.id });
    return { status: 200, body: { ok: true } };
  }),
];

function presentProject({ id, name, icon, createdAt, executionCount }: Counted<Project>) {
  return { id, name, icon, createdAt: createdAt.toISOString(), executionCount };
}
