import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';
import { Name } from './shared.ts';

/** Where the text of a version came from. */
export const INSTRUCTIONS_SOURCES = ['seed', 'api', 'dashboard', 'suggestion'] as const;
export type InstructionsSource = (typeof INSTRUCTIONS_SOURCES)[number];

// 256 KiB, the interface's limit of a text.
const CONTENT_BYTES_MAX = 262_144;

const summaryFields = {
  projectName: Type.String(),
  taskName: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  source: OneOf(INSTRUCTIONS_SOURCES),
  updatedAt: Timestamp,
  hasPendingSuggestion: Type.Boolean(),
};

/** An instructions document as lists show it: without its text. */
export const InstructionsSummary = Type.Object(summaryFields);

/** The active version of an instructions document. */
export const Instructions = Type.Object({ ...summaryFields, content: Type.String() });

export const listInstructions = defineOperation({
  id: 'listInstructions',
  method: 'GET',
  path: '/api/instructions',
  owner: 'instructions',
  summary: 'List instructions',
  tag: 'Instructions',
  access: { role: 'viewer', scope: 'read' },
  responses: { 200: Type.Array(InstructionsSummary) },
  errors: [],
});

export const getOrSeedInstructions = defineOperation({
  id: 'getOrSeedInstructions',
  method: 'POST',
  path: '/api/instructions',
  owner: 'instructions',
  summary: 'Get or seed instructions',
  description: 'A read; a POST only so that `default` can travel in the body.',
  tag: 'Instructions',
  // A token that may only read gets the text as well, as long as it does not seed one.
  access: { role: null, scope: ['submit', 'read'] },
  body: Type.Object({
    project: Name,
    task: Name,
    default: Type.Optional(Type.String({ 'x-maxBytes': CONTENT_BYTES_MAX })),
  }),
  responses: { 200: Instructions },
  errors: ['VALIDATION_FAILED', 'NO_INSTRUCTIONS'],
});

export const queueFeedback = defineOperation({
  id: 'queueFeedback',
  method: 'POST',
  path: '/api/instructions/feedback',
  owner: 'instructions',
  summary: 'Queue feedback for the instructions',
  description: 'The same `ref` again replaces the note. Without a `ref` one is made.',
  tag: 'Instructions',
  access: { role: 'reviewer', scope: 'submit' },
  body: Type.Object({
    project: Name,
    task: Name,
    comment: Type.String({ minLength: 1, maxLength: 2000, 'x-trim': true }),
    author: Type.Optional(Name),
    ref: Type.Optional(Name),
    logId: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  responses: {
    200: Type.Object({
      ok: Type.Literal(true),
      at: Timestamp,
      queuedCount: Type.Integer(),
      ref: Type.String(),
    }),
  },
  errors: ['VALIDATION_FAILED', 'NO_INSTRUCTIONS'],
});

// No-code tools differ in what a DELETE can carry, so both places do.
const noteKey = Type.Object({
  ref: Type.Optional(Name),
  project: Type.Optional(Name),
  task: Type.Optional(Name),
});

export const withdrawFeedback = defineOperation({
  id: 'withdrawFeedback',
  method: 'DELETE',
  path: '/api/instructions/feedback',
  owner: 'instructions',
  summary: 'Withdraw a queued note',
  description:
    '`ref`, in the body or the query, names the note; `project` and `task` where several have it.',
  tag: 'Instructions',
  access: { role: 'reviewer', scope: 'submit' },
  query: noteKey,
  body: noteKey,
  responses: { 200: Type.Object({ ok: Type.Literal(true), queuedCount: Type.Integer() }) },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

export const INSTRUCTIONS_OPERATIONS = [
  listInstructions,
  getOrSeedInstructions,
  queueFeedback,
  withdrawFeedback,
] as const;
