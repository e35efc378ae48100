import type { Project } from '../../domain/registry/entries.ts';
import type { Counted, CountOutputs, RegistryStore } from './registry-store.ts';

interface Deps {
  readonly store: Pick<RegistryStore, 'listProjects'>;
  readonly countOutputs: CountOutputs;
}

export const makeListProjects =
  ({ store, countOutputs }: Deps) =>
  async (workspaceId: string): Promise<readonly Counted<Project>[]> => {
    const [projects, counts] = await Promise.all([
      store.listProjects(workspaceId),
      countOutputs(workspaceId),
    ]);
    return projects.map((project) => ({
      ...project,
      executionCount: counts.ofProject(project.id),
    }));
  };
