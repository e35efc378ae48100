import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Clearable, Nullable, PATCH } from '../schema/nullable.ts';
import { Assignee } from './logs.ts';
import { IdParams } from './shared.ts';

export const assignOutput = defineOperation({
  id: 'assignOutput',
  method: 'PATCH',
  path: '/api/logs/{id}/assignee',
  owner: 'review',
  summary: 'Assign an output to a person or a group',
  description:
    'For outputs that wait for a decision, and undecided samples. Send `userId`, `groupId`, or ' +
    'both: a person, and the group that the output goes back to. `userId: null` returns the ' +
    'output to the group that it came from, or unassigns it; `groupId: null` unassigns it. ' +
    'Reviewers can take outputs themselves and give their own back; managers can assign anyone ' +
    'who may decide.',
  tag: 'Decisions',
  access: { role: 'reviewer', scope: null },
  params: IdParams,
  body: Type.Object(
    {
      userId: Type.Optional(Clearable(Type.String())),
      groupId: Type.Optional(Clearable(Type.String())),
    },
    PATCH,
  ),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      id: Type.String(),
      assignee: Nullable(Assignee),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'STILL_EVALUATING', 'ALREADY_DECIDED', 'CONFLICT'],
});

export const ASSIGNMENT_OPERATIONS = [assignOutput] as const;
