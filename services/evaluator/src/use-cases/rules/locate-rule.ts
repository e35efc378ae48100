import { AppError } from '@output-review/errors';

import type { RulePlace } from '../../domain/rule.ts';

/** How a request says where a rule holds. */
export interface PlaceRequest {
  readonly projectId?: string | undefined;
  readonly projectName?: string | undefined;
  readonly taskName?: string | undefined;
}

export interface RegistryRequest extends PlaceRequest {
  readonly create: boolean;
}

export interface RegistryEntry {
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
}

/** The gateway's registry of projects and tasks, asked in the name of the caller. */
export interface Registry {
  /** Null where there is no such project or task. */
  resolve(request: RegistryRequest): Promise<RegistryEntry | null>;
}

export interface NameStore {
  /** Keeps names that the registry told, where there are no newer ones. */
  learn(workspaceId: string, entry: RegistryEntry): Promise<void>;
  /** Names of projects and tasks by id. */
  findNames(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A rule of the whole workspace. */
const EVERYWHERE: RulePlace = { projectId: null, taskId: null };

export const makeLocateRule =
  ({ names }: { readonly names: NameStore }) =>
  /**
   * Turns the names or the id of a project and task into ids; names that are not known are created.
   *
   * @throws AppError VALIDATION_FAILED for a task without a project, or an id and a name that
   *   disagree; NOT_FOUND for an id that is not of this workspace.
   */
  async (workspaceId: string, request: PlaceRequest, registry: Registry): Promise<RulePlace> => {
    const { projectId, projectName, taskName } = request;
    if (projectId === undefined && projectName === undefined) {
      if (taskName !== undefined) throw taskWithoutProject();
      return EVERYWHERE;
    }
    if (projectId !== undefined && projectName !== undefined) {
      const named = await registry.resolve({ projectName, create: false });
      if (named?.projectId !== projectId) throw disagreement();
    }
    const project = projectId === undefined ? { projectName } : { projectId };
    const entry = await registry.resolve({ ...project, taskName, create: true });
    if (!entry) throw unknownProject();
    await names.learn(workspaceId, entry);
    return { projectId: entry.projectId, taskId: entry.taskId };
  };

export function taskWithoutProject(): AppError {
  return new AppError('VALIDATION_FAILED', 'A task needs the project that it is in.', {
    fields: { taskName: 'Give projectName or projectId too, or clear the task with the project.' },
  });
}

export function disagreement(): AppError {
  return new AppError('VALIDATION_FAILED', 'The id and the name are not of one project.', {
    fields: {
      projectName: 'Is not the name of the project with this projectId; give one of them.',
    },
  });
}

function unknownProject(): AppError {
  return new AppError('NOT_FOUND', 'There is no such project.', {
    fields: { projectId: 'There is no project with this id.' },
  });
}
