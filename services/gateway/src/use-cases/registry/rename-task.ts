import { AppError } from '@output-review/errors';
import { foldKey } from '@output-review/runtime';

import type { Task } from '../../domain/registry/entries.ts';
import { taskNameTaken } from './create-task.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import type { Counted, CountOutputs, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'change'>;
  readonly countOutputs: CountOutputs;
}

export interface TaskRenaming {
  readonly projectId: string;
  readonly id: string;
  readonly name: string;
}

/** Renames a task. Its former name stays an alias in its project. */
export const makeRenameTask =
  ({ store, countOutputs }: Deps) =>
  async (
    request: WorkspaceRequest,
    { projectId, id, name }: TaskRenaming,
  ): Promise<Counted<Task>> => {
    const { workspaceId } = request.principal;
    // First, because a change that was made cannot be answered without its count.
    const counts = await countOutputs(workspaceId);
    const task = await store.change(request, async (tx, audit) => {
      const before = await tx.lockTask(workspaceId, { projectId, id });
      if (!before) throw new AppError('NOT_FOUND', 'There is no task with this id.');
      const after = { ...before, name };
      await tx.updateTask(workspaceId, after);
      const nameKey = foldKey(name);
      if (!(await tx.takeTaskName({ workspaceId, projectId, id, nameKey }))) throw taskNameTaken();
      await audit({
        ...{ workspaceId, action: 'task.renamed', target: { kind: 'task', id } },
        ...{ before: { name: before.name }, after: { name } },
      });
      return after;
    });
    return { ...task, executionCount: counts.ofTask(id) };
  };
