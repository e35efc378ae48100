import { AppError } from '@output-review/errors';
import { foldKey } from '@output-review/runtime';

import type { Project } from '../../domain/registry/entries.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import type { Counted, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'change'>;
  readonly newId: () => string;
  readonly now: () => Date;
}

export const makeCreateProject =
  ({ store, newId, now }: Deps) =>
  (
    request: WorkspaceRequest,
    { name, icon }: { readonly name: string; readonly icon: string | null },
  ): Promise<Counted<Project>> =>
    store.change(request, async (tx, audit) => {
      const { workspaceId } = request.principal;
      const project = { id: newId(), name, icon, createdAt: now() };
      await tx.insertProject(workspaceId, project);
      const { id } = project;
      if (!(await tx.takeProjectName({ workspaceId, id, nameKey: foldKey(name) }))) {
        throw projectNameTaken();
      }
      const target = { kind: 'project', id } as const;
      await audit({ workspaceId, action: 'project.created', target, after: { name, icon } });
      return { ...project, executionCount: 0 };
    });

export function projectNameTaken(): AppError {
  const message = 'A project with this name exists.';
  return new AppError('CONFLICT', message, { fields: { name: message } });
}
