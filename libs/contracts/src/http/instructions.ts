import { Type } from '@sinclair/typebox';

import { resolveRegistry } from '../internal/registry.ts';
import { defineOperation } from '../operation.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';
import { Name } from './shared.ts';

/** Where the text of a version came from. */
export const INSTRUCTIONS_SOURCES = ['seed', 'api', 'dashboard', 'suggestion'] as const;
export type InstructionsSource = (typeof INSTRUCTIONS_SOURCES)[number];

/** 256 KiB. Source: the interface's limit of a text. */
export const INSTRUCTIONS_BYTES_MAX = 262_144;

/** A text of instructions as it comes in. */
export const InstructionsText = Type.String({
  minLength: 1,
  'x-maxBytes': INSTRUCTIONS_BYTES_MAX,
});

/** A document is named by its project and task; former names lead to it as well. */
export const DocumentNames = { project: Name, task: Name };

/** What answers say of a version of a document, but for its text. */
export const instructionsFields = {
  projectName: Type.String(),
  taskName: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  source: OneOf(INSTRUCTIONS_SOURCES),
  updatedAt: Timestamp,
  hasPendingSuggestion: Type.Boolean(),
};

/** An instructions document as lists show it: without its text. */
export const InstructionsSummary = Type.Object({
  ...instructionsFields,
  createdBy: Type.String({
    description: 'Who saved the active version: an e-mail, `api` or `token:<name>`.',
  }),
  queuedCount: Type.Integer({ description: 'Notes that wait for the next version.' }),
});

/** The active version of an instructions document. */
export const Instructions = Type.Object({ ...instructionsFields, content: Type.String() });

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
  description:
    'A read; a POST only so that `default` can travel in the body. Where there are no instructions the ' +
    'default becomes version 1; where there are, it is ignored. A `default` takes the scope submit.',
  tag: 'Instructions',
  access: { role: null, scope: ['submit', 'read'] },
  onward: [resolveRegistry],
  body: Type.Object({
    ...DocumentNames,
    default: Type.Optional(Type.String({ 'x-maxBytes': INSTRUCTIONS_BYTES_MAX })),
  }),
  responses: { 200: Instructions },
  errors: ['VALIDATION_FAILED', 'NO_INSTRUCTIONS'],
});

export const getCurrentInstructions = defineOperation({
  id: 'getCurrentInstructions',
  method: 'GET',
  path: '/api/instructions/current',
  owner: 'instructions',
  summary: 'The active version of instructions',
  description: 'With `If-None-Match` a caller who has it already gets 304 and no text.',
  tag: 'Instructions',
  access: { role: 'viewer', scope: 'read' },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  headers: {
    request: { 'If-None-Match': Type.String({ description: 'The ETag of what the caller has.' }) },
    answers: {
      200: { ETag: 'Changes with anything in the answer.' },
      304: { ETag: 'The same as the caller has.' },
    },
  },
  responses: { 200: Instructions, 304: Type.Null() },
  errors: ['VALIDATION_FAILED', 'NO_INSTRUCTIONS'],
});

export const INSTRUCTIONS_OPERATIONS = [
  listInstructions,
  getOrSeedInstructions,
  getCurrentInstructions,
] as const;
