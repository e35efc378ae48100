import { Type } from '@sinclair/typebox';

import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/**
 * Resolves the names or IDs of a project and task to IDs, and creates them if `create` is true. 404 for unknown IDs,
 * unknown names without `create`, and a task of another project.
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
  /** ID of the project or task. */
  id: Type.String(),
});

/**
 * Asks an owner to close a project or task that is about to be deleted. In one transaction it checks whether any of its
 * data refers to it (for a project: also to one of its tasks). If none does, it records the ID as closed and refuses
 * new references. Idempotent.
 */
export const closeRegistryEntry = operation({
  id: 'closeRegistryEntry',
  path: '/internal/registry/close',
  summary: 'Close a project or task before it is deleted',
  body: RegistryEntry,
  responses: { 200: Type.Object({ isEmpty: Type.Boolean() }) },
});

/** Reverts a closing, because another owner still refers to the project or task. */
export const reopenRegistryEntry = operation({
  id: 'reopenRegistryEntry',
  path: '/internal/registry/reopen',
  summary: 'Reopen a closed project or task',
  body: RegistryEntry,
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});
