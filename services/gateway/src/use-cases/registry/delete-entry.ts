import { AppError } from '@output-review/errors';

import type { RegistryEntry } from '../../domain/registry/entries.ts';
import type { WorkspaceRequest } from '../workspace-request.ts';
import type { Closing, ClosingStore, RegistryOwner } from './registry-store.ts';

interface Deps {
  readonly closings: ClosingStore;
  /** Asked in this order; one that keeps a record of the closing comes last. */
  readonly owners: readonly RegistryOwner[];
}

/**
 * Deletes a project or task that nothing refers to.
 *
 * While the owners are asked it is marked as closing, so that nothing can come in behind their
 * backs; one that is not empty, or does not answer, lifts the mark again.
 */
export const makeDeleteEntry =
  (deps: Deps) =>
  async (request: WorkspaceRequest, entry: RegistryEntry): Promise<void> => {
    const closing = await deps.closings.mark(entry);
    try {
      for (const owner of deps.owners) {
        if (!(await owner.close(entry))) throw notEmpty(entry);
      }
      if (await deps.closings.remove(request, closing)) return;
      throw new AppError('UNAVAILABLE', 'The deletion took too long; try again.');
    } catch (error) {
      // What cannot be lifted now counts as abandoned in a minute, and is lifted then.
      await liftClosing(deps, closing).catch(() => {});
      throw error;
    }
  };

/** Lifts the marks that a gateway left behind when it was killed while deleting. */
export const makeLiftAbandonedClosings = (deps: Deps) => async (): Promise<void> => {
  for (const closing of await deps.closings.listAbandoned()) await liftClosing(deps, closing);
};

/** The owners first: an owner that still refuses an entry that all others take is the worse half. */
async function liftClosing({ closings, owners }: Deps, closing: Closing): Promise<void> {
  for (const owner of owners) await owner.reopen(closing.entry);
  await closings.lift(closing);
}

function notEmpty({ kind }: RegistryEntry): AppError {
  return kind === 'project'
    ? new AppError('PROJECT_NOT_EMPTY', 'The project still has outputs, rules or instructions.')
    : new AppError('TASK_NOT_EMPTY', 'The task still has outputs, rules or instructions.');
}
