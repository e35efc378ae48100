import { AppError } from '@output-review/errors';
import { asIs, foldKey } from '@output-review/runtime';

import type { Task } from '../../domain/registry/entries.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import type { Counted, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'change'>;
  readonly newId: () => string;
  readonly now: () => Date;
}

export const makeCreateTask =
  ({ store, newId, now }: Deps) =>
  (
    request: WorkspaceRequest,
    { projectId, name }: { readonly projectId: string; readonly name: string },
  ): Promise<Counted<Task>> =>
    store.change(request, async (tx, audit) => {
      const { workspaceId } = request.principal;
      if (!(await tx.lockProject(workspaceId, projectId))) {
        throw new AppError('NOT_FOUND', 'There is no project with this id.');
      }
      const task = { id: newId(), projectId, name, createdAt: now() };
      await tx.insertTask(workspaceId, task);
      const nameKey = foldKey(name);
      if (!(await tx.takeTaskName({ workspaceId, projectId, id: task.id, nameKey }))) {
        throw taskNameTaken();
      }
      const target = { kind: 'task', id: task.id } as const;
      const after = { name, projectId: asIs(projectId) };
      await audit({ workspaceId, action: 'task.created', target, after });
      return { ...task, executionCount: 0 };
    });

export function taskNameTaken(): AppError {
  const message = 'A task with this name exists in the project.';
  return new AppError('CONFLICT', message, { fields: { name: message } });
}
