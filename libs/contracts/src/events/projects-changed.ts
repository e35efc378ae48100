import { Type } from '@sinclair/typebox';

import { Nullable, OneOf } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * The full state of a project or task after a change; the key is `workspaceId/id`. A reader keeps the highest version
 * and ignores older ones.
 */
export const projectsChanged = defineEvent({
  topic: TOPICS.projectsChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      kind: OneOf(['project', 'task']),
      id: Type.String(),
      /** The project of a task; null for a project. */
      projectId: Nullable(Type.String()),
      name: Type.String(),
      /** Previous names (folded keys) that still resolve to it. */
      aliasKeys: Type.Array(Type.String()),
      /** The sample rate of passed outputs; null inherits. Absent in events of older writers, which do not have it. */
      sampleRate: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
      /** The groups for flagged outputs, and for outputs without a decision in time; null and absent as above. */
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
