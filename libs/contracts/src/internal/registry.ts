import { Type } from '@sinclair/typebox';

import { operationsOf } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/**
 * Turns the names or ids of a project and task into ids, and makes them where `create` is true.
 * Unknown ids, unknown names without `create`, and a task that is in another project are 404.
 */
export const resolveRegistry = operation({
  id: 'resolveRegistry',
  path: '/internal/registry/resolve',
  owner: 'gateway',
  summary: 'Resolve the names of a project and task to IDs',
  body: Type.Object({
    workspaceId: Type.String(),
    projectId: Type.Optional(Type.String()),
    projectName: Type.Optional(Type.String()),
    taskName: Type.Optional(Type.String()),
    create: Type.Boolean(),
  }),
  responses: {
    200: Type.Object({
      projectId: Type.String(),
      projectName: Type.String(),
      taskId: Nullable(Type.String()),
      taskName: Nullable(Type.String()),
    }),
  },
  errors: ['NOT_FOUND'],
});

const RegistryEntry = Type.Object({
  workspaceId: Type.String(),
  kind: OneOf(['project', 'task']),
  /** The id of the project or of the task. */
  id: Type.String(),
});

/**
 * Asks an owner to let go of a project or task that is about to be deleted. In one transaction it
 * looks whether anything of its own refers to it (a project: also to one of its tasks) and, where
 * nothing does, records the id as closed: from then on it refuses to refer to it. Asked again it
 * answers the same.
 */
export const closeRegistryEntry = operation({
  id: 'closeRegistryEntry',
  path: '/internal/registry/close',
  summary: 'Close a project or task before it is deleted',
  body: RegistryEntry,
  responses: { 200: Type.Object({ isEmpty: Type.Boolean() }) },
});

/** Takes a closing back: another owner still refers to the project or task. */
export const reopenRegistryEntry = operation({
  id: 'reopenRegistryEntry',
  path: '/internal/registry/reopen',
  summary: 'Reopen a closed project or task',
  body: RegistryEntry,
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});
