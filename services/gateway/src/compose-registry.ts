import { type Clock, type Database, newId, type Route } from '@output-review/runtime';

import type { Evaluator } from './clients/evaluator.ts';
import type { Review } from './clients/review.ts';
import { makeProjectRoutes } from './http/registry/project-routes.ts';
import { makeResolveRoute } from './http/registry/resolve-route.ts';
import { makeTaskRoutes } from './http/registry/task-routes.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { makeClosingStore } from './store/registry/closings.ts';
import { makeEntryNames } from './store/registry/entry-names.ts';
import { makeOwnOutputs } from './store/registry/own-outputs.ts';
import { makeRegistryStore } from './store/registry/registry-rows.ts';
import { makeCreateProject } from './use-cases/registry/create-project.ts';
import { makeCreateTask } from './use-cases/registry/create-task.ts';
import { makeDeleteEntry, makeLiftAbandonedClosings } from './use-cases/registry/delete-entry.ts';
import { makeListProjects } from './use-cases/registry/list-projects.ts';
import { makeListTasks } from './use-cases/registry/list-tasks.ts';
import { makeRenameTask } from './use-cases/registry/rename-task.ts';
import type { RegistryOwner } from './use-cases/registry/registry-store.ts';
import { makeResolveEntry } from './use-cases/registry/resolve-entry.ts';
import { makeUpdateProject } from './use-cases/registry/update-project.ts';

export interface RegistryParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Does what somebody asks for, and tells of it. */
  readonly change: AuditedChange;
  readonly review: Review;
  readonly evaluator: Evaluator;
  readonly instructions: RegistryOwner;
}

export interface Registry {
  readonly publicRoutes: readonly Route[];
  readonly internalRoutes: readonly Route[];
  readonly liftAbandonedClosings: () => Promise<void>;
}

/** Puts together everything about projects and tasks. */
export function composeRegistry(parts: RegistryParts): Registry {
  const { database, change, review, evaluator, instructions } = parts;
  const now = (): Date => parts.clock.now();
  const store = makeRegistryStore({ database, change, newId, now });
  const closing = {
    closings: makeClosingStore({ database, change, newId, now }),
    // The cheap answers first; those who keep a record last.
    owners: [review.outputs, makeOwnOutputs(database), evaluator, instructions],
  };
  const deps = { store, newId, now, countOutputs: review.countOutputs };
  const deleteEntry = makeDeleteEntry(closing);
  return {
    publicRoutes: [
      ...makeProjectRoutes({
        listProjects: makeListProjects(deps),
        createProject: makeCreateProject(deps),
        updateProject: makeUpdateProject(deps),
        deleteEntry,
      }),
      ...makeTaskRoutes({
        listTasks: makeListTasks(deps),
        createTask: makeCreateTask(deps),
        renameTask: makeRenameTask(deps),
        deleteEntry,
      }),
    ],
    internalRoutes: [makeResolveRoute(makeResolveEntry(makeEntryNames(database, { newId, now })))],
    liftAbandonedClosings: makeLiftAbandonedClosings(closing),
  };
}
