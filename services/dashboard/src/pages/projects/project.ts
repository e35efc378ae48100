import { ApiFailure } from '../../api/client.ts';
import type { operations } from '../../api/schema.d.ts';
import { faultOf } from '../../components/fault-of.ts';
import { showFailure } from '../../components/toast-store.ts';
import { texts } from '../../texts.ts';

type Listed<Id extends 'listProjects' | 'listTasks'> =
  operations[Id]['responses'][200]['content']['application/json'][number];

export type Project = Listed<'listProjects'>;
export type Task = Listed<'listTasks'>;

/** Says why something could not be deleted; of what is not empty, what to do about it. */
export function showDeletionFailure(error: Error): void {
  const isUsed =
    error instanceof ApiFailure &&
    (error.code === 'PROJECT_NOT_EMPTY' || error.code === 'TASK_NOT_EMPTY');
  showFailure(isUsed ? new Error(texts.projects.notEmpty) : error);
}

/** What is wrong with a name, or with anything else: there is but this field. */
export function faultOfName(error: Error): string {
  if (error instanceof ApiFailure && error.code === 'CONFLICT') return texts.projects.taken;
  return faultOf(error, 'name') ?? error.message;
}
