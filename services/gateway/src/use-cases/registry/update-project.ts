import { AppError } from '@output-review/errors';
import { foldKey } from '@output-review/runtime';

import type { Project } from '../../domain/registry/entries.ts';
import { projectNameTaken } from './create-project.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import type { Counted, CountOutputs, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'change'>;
  readonly countOutputs: CountOutputs;
}

export interface ProjectUpdate {
  readonly id: string;
  /** Undefined: as it is. */
  readonly name: string | undefined;
  readonly icon: string | null | undefined;
}

/** Renames a project or gives it another icon. Its former name stays an alias. */
export const makeUpdateProject =
  ({ store, countOutputs }: Deps) =>
  async (
    request: WorkspaceRequest,
    { id, name, icon }: ProjectUpdate,
  ): Promise<Counted<Project>> => {
    const { workspaceId } = request.principal;
    // First, because a change that was made cannot be answered without its count.
    const counts = await countOutputs(workspaceId);
    const project = await store.change(request, async (tx, audit) => {
      const before = await tx.lockProject(workspaceId, id);
      if (!before) throw new AppError('NOT_FOUND', 'There is no project with this id.');
      const after = {
        ...before,
        name: name ?? before.name,
        icon: icon === undefined ? before.icon : icon,
      };
      await tx.updateProject(workspaceId, after);
      const nameKey = foldKey(after.name);
      if (!(await tx.takeProjectName({ workspaceId, id, nameKey }))) throw projectNameTaken();
      await audit({
        ...{ workspaceId, action: 'project.updated', target: { kind: 'project', id } },
        before: { name: before.name, icon: before.icon },
        after: { name: after.name, icon: after.icon },
      });
      return after;
    });
    return { ...project, executionCount: counts.ofProject(id) };
  };
