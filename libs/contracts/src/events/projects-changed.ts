import { Type } from '@sinclair/typebox';

import { Nullable, OneOf } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * The full state of a project or a task after a change; the key is `workspaceId/id`. A reader keeps
 * the highest version and ignores older ones.
 */
export const projectsChanged = defineEvent({
  topic: TOPICS.projectsChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      kind: OneOf(['project', 'task']),
      id: Type.String(),
      /** The project that a task is in; null for a project. */
      projectId: Nullable(Type.String()),
      name: Type.String(),
      /** Former names (folded keys) that still lead here. */
      aliasKeys: Type.Array(Type.String()),
      /** The share of what passes that is sampled; null inherits. Left out by older writers, who do not know it. */
      sampleRate: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
      /** The groups of what is flagged, and of what nobody decided in time; as the rate. */
      reviewGroupId: Type.Optional(Nullable(Type.String())),
      escalationGroupId: Type.Optional(Nullable(Type.String())),
      version: Type.Integer({ minimum: 1 }),
      deleted: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      kind: 'project',
      id: '01960000-0000-7000-8000-0000000000b1',
      projectId: null,
      name: 'Support',
      aliasKeys: [],
      version: 1,
      deleted: false,
    },
    invalid: { workspaceId: 'w', kind: 'folder', id: 'p', version: 1 },
  },
});

export type ProjectsChanged = DataOf<typeof projectsChanged>;
