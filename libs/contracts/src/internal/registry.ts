import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';

/**
 * Turns the names or ids of a project and task into ids, and makes them where `create` is true.
 * Unknown ids, unknown names without `create`, and a task that is in another project are 404.
 */
export const resolveRegistry = defineOperation({
  id: 'resolveRegistry',
  method: 'POST',
  path: '/internal/registry/resolve',
  owner: 'gateway',
  summary: 'Names to ids of a project and task',
  tag: 'internal',
  access: 'internal',
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
