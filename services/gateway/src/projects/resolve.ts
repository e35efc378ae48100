import type { AnswerOf, BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type Database, foldKey } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { findNames, resolveNames } from './names.sql.ts';
import { type NamesToResolve, noSuchProject } from './projects.pure.ts';
import { isClosing, nameOfProject } from './projects.sql.ts';

type EntryQuery = BodyOf<typeof INTERNAL_OPERATIONS.resolveRegistry>;
type ResolvedEntry = AnswerOf<typeof INTERNAL_OPERATIONS.resolveRegistry>;

/** Resolves the names in a rule or document to IDs. */
export async function resolveEntry(
  { db, clock }: Context,
  query: EntryQuery,
): Promise<ResolvedEntry> {
  const { workspaceId, projectId, taskName = null, create } = query;
  const projectName = await projectNameOf(db, query);
  const names = {
    ...{ workspaceId, projectName, projectKey: foldKey(projectName) },
    ...{ taskName, taskKey: taskName === null ? null : foldKey(taskName) },
  };
  const made = () => db.transaction((tx) => resolveNames(tx, [names], clock));
  const resolved = (await lookUp(db, names)) ?? (create ? (await made())[0] : null);
  if (!resolved) throw new AppError('NOT_FOUND', 'There is no project or task with this name.');
  if (projectId !== undefined && resolved.projectId !== projectId) {
    const message = 'Is not the name of the project with this projectId.';
    throw new AppError('VALIDATION_FAILED', message, { fields: { projectName: message } });
  }
  // An existing entry stays readable, because a failed deletion leaves its mark for a while.
  if (create && (await isClosing(db, workspaceId, resolved.projectId))) {
    throw new AppError('UNAVAILABLE', 'The project is being deleted.', { retryAfterSeconds: 1 });
  }
  return resolved;
}

async function projectNameOf(
  db: Database,
  { workspaceId, projectId, projectName }: EntryQuery,
): Promise<string> {
  if (projectName !== undefined) return projectName;
  if (projectId === undefined) {
    const message = 'A project is required.';
    throw new AppError('VALIDATION_FAILED', message, { fields: { projectName: message } });
  }
  const name = await nameOfProject(db, workspaceId, projectId);
  if (name === null) throw noSuchProject();
  return name;
}

/** Null if a name is unknown. */
async function lookUp(db: Database, names: NamesToResolve): Promise<ResolvedEntry | null> {
  const [found] = await findNames(db, [names]);
  if (!found) return null;
  const { projectId, projectName, taskId, taskName, taskKey } = found;
  if (projectId === null || (taskKey !== null && taskId === null)) return null;
  return { projectId, projectName, taskId, taskName };
}
