import { Type } from '@sinclair/typebox';

import { resolveRegistry } from '../internal/registry.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, Timestamp } from '../schema/nullable.ts';
import { DocumentNames, QUEUED_NOTES_MAX } from './instructions.ts';
import { OutputLink } from './instructions-versions.ts';
import { Count, Name } from './shared.ts';

const operation = operationsOf({ owner: 'instructions', tag: 'Instructions' });

export const queueFeedback = operation({
  id: 'queueFeedback',
  method: 'POST',
  path: '/api/instructions/feedback',
  summary: 'Queue feedback for the instructions',
  description:
    'Sending the same `ref` again replaces the note while it is queued. Without `ref`, one is ' +
    `generated. A document can have ${QUEUED_NOTES_MAX} queued notes: further ones are refused with 409 ` +
    '`CONFLICT` until a version uses some, or some are withdrawn.',
  access: { role: 'reviewer', scope: 'submit' },
  onward: [resolveRegistry],
  body: Type.Object({
    ...DocumentNames,
    comment: Type.String({ minLength: 1, maxLength: 2000, 'x-trim': true }),
    author: Type.Optional(Name),
    ref: Type.Optional(Name),
    logId: Type.Optional(OutputLink),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      at: Timestamp,
      queuedCount: Count(),
      ref: Type.String(),
    }),
  },
  errors: ['NO_INSTRUCTIONS', 'CONFLICT'],
});

// No-code tools differ in what a DELETE can contain, so both places are accepted.
const noteKey = Type.Object({
  ref: Type.Optional(Name),
  project: Type.Optional(Name),
  task: Type.Optional(Name),
});

export const withdrawFeedback = operation({
  id: 'withdrawFeedback',
  method: 'DELETE',
  path: '/api/instructions/feedback',
  summary: 'Withdraw queued feedback',
  description:
    '`ref`, in the body or the query, identifies the note. Add `project` and `task` if several ' +
    'notes have this `ref`.',
  access: { role: 'reviewer', scope: 'submit' },
  onward: [resolveRegistry],
  query: noteKey,
  body: noteKey,
  responses: { 200: Type.Object({ ok: Type.Literal(true), queuedCount: Count() }) },
  errors: ['NOT_FOUND'],
});

export const listFeedback = operation({
  id: 'listFeedback',
  method: 'GET',
  path: '/api/instructions/feedback',
  summary: 'List queued feedback, oldest first',
  description: `The oldest ${QUEUED_NOTES_MAX}, if an earlier release has queued more.`,
  access: { role: 'viewer', scope: null },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  responses: {
    200: Type.Array(
      Type.Object({
        ref: Type.String(),
        project: Type.String(),
        task: Type.String(),
        comment: Type.String(),
        author: Nullable(Type.String()),
        logId: Nullable(Type.String()),
        at: Timestamp,
        queuedBy: Type.String({ description: 'An email address, `api` or `token:<name>`.' }),
      }),
    ),
  },
  errors: ['NO_INSTRUCTIONS'],
});

export const FEEDBACK_OPERATIONS = [queueFeedback, withdrawFeedback, listFeedback] as const;
