import { AppError } from '@output-review/errors';
import { foldKey } from '@output-review/runtime';

export interface EntryQuery {
  readonly workspaceId: string;
  readonly projectId?: string;
  readonly projectName?: string;
  readonly taskName?: string;
  readonly create: boolean;
}

export interface ResolvedEntry {
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
}

export interface NamesQuery {
  readonly workspaceId: string;
  readonly projectName: string;
  readonly projectKey: string;
  readonly taskName: string | null;
  readonly taskKey: string | null;
}

export interface EntryNames {
  /** The current name of a project; null where it is not of this workspace. */
  nameOfProject(workspaceId: string, id: string): Promise<string | null>;
  /** @returns null where a name is not known and nothing is to be made. */
  resolve(query: NamesQuery, options: { create: boolean }): Promise<ResolvedEntry | null>;
  isClosing(workspaceId: string, projectId: string): Promise<boolean>;
}

/** Turns what a rule or document names into ids. */
export const makeResolveEntry =
  (names: EntryNames) =>
  async (query: EntryQuery): Promise<ResolvedEntry> => {
    const { workspaceId, projectId, taskName = null } = query;
    const projectName = await projectNameOf(names, query);
    const resolved = await names.resolve(
      {
        workspaceId,
        projectName,
        projectKey: foldKey(projectName),
        taskName,
        taskKey: taskName === null ? null : foldKey(taskName),
      },
      { create: query.create },
    );
    if (!resolved) throw new AppError('NOT_FOUND', 'There is no project or task with this name.');
    if (projectId !== undefined && resolved.projectId !== projectId) {
      const message = 'Does not name the project that projectId does.';
      throw new AppError('VALIDATION_FAILED', message, { fields: { projectName: message } });
    }
    if (await names.isClosing(workspaceId, resolved.projectId)) {
      throw new AppError('UNAVAILABLE', 'The project is being deleted.', { retryAfterSeconds: 1 });
    }
    return resolved;
  };

async function projectNameOf(names: EntryNames, query: EntryQuery): Promise<string> {
  if (query.projectName !== undefined) return query.projectName;
  if (query.projectId === undefined) {
    const message = 'A project is required.';
    throw new AppError('VALIDATION_FAILED', message, { fields: { projectName: message } });
  }
  const name = await names.nameOfProject(query.workspaceId, query.projectId);
  if (name === null) throw new AppError('NOT_FOUND', 'There is no project with this id.');
  return name;
}
