import { AppError } from '@output-review/errors';

import type { Task } from '../../domain/registry/entries.ts';
import type { Counted, CountOutputs, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'listTasks'>;
  readonly countOutputs: CountOutputs;
}

export const makeListTasks =
  ({ store, countOutputs }: Deps) =>
  async (workspaceId: string, projectId: string): Promise<readonly Counted<Task>[]> => {
    const tasks = await store.listTasks(workspaceId, projectId);
    if (!tasks) throw new AppError('NOT_FOUND', 'There is no project with this id.');
    const counts = await countOutputs(workspaceId);
    return tasks.map((task) => ({ ...task, executionCount: counts.ofTask(task.id) }));
  };
