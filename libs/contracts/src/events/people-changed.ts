import { Type } from '@sinclair/typebox';

import { ROLES } from '../principal.ts';
import { OneOf } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * All people and groups of a workspace after a change; the key is `workspaceId`. A reader keeps the highest version and
 * ignores older ones. People who are missing have left, and missing groups are deleted.
 */
export const peopleChanged = defineEvent({
  topic: TOPICS.peopleChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      people: Type.Array(
        Type.Object(
          { userId: Type.String(), name: Type.String(), role: OneOf(ROLES) },
          { additionalProperties: false },
        ),
      ),
      groups: Type.Array(
        Type.Object(
          { id: Type.String(), name: Type.String(), userIds: Type.Array(Type.String()) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      version: 3,
      people: [
        { userId: '01960000-0000-7000-8000-0000000000c1', name: 'Ada', role: 'reviewer' },
        { userId: '01960000-0000-7000-8000-0000000000c2', name: 'Ben', role: 'admin' },
      ],
      groups: [
        {
          id: '01960000-0000-7000-8000-0000000000d1',
          name: 'Claims team',
          userIds: ['01960000-0000-7000-8000-0000000000c1'],
        },
      ],
    },
    invalid: { workspaceId: 'w', version: 0, people: [{ userId: 'u', role: 'boss' }] },
  },
});

export type PeopleChanged = DataOf<typeof peopleChanged>;
