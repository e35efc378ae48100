import { Type } from '@sinclair/typebox';

import { resolveRegistry } from '../internal/registry.ts';
import { operationsOf } from '../operation.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';
import { Count, Name, NOT_BLANK, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'instructions', tag: 'Instructions' });

/** The origin of a version's text. */
export const INSTRUCTIONS_SOURCES = ['seed', 'api', 'dashboard', 'suggestion'] as const;
export type InstructionsSource = (typeof INSTRUCTIONS_SOURCES)[number];

/** 256 KiB. Source: the interface's limit of a text. */
export const INSTRUCTIONS_BYTES_MAX = 262_144;

/** The text of instructions in a request. */
export const InstructionsText = Type.String({
  ...NOT_BLANK,
  'x-maxBytes': INSTRUCTIONS_BYTES_MAX,
});

/**
 * The maximum number of queued notes per document. Each has up to 2,000 characters and a list returns all of them; a
 * person reads fewer.
 */
export const QUEUED_NOTES_MAX = 1000;

/** A document is identified by its project and task, also by their previous names. */
export const DocumentNames = { project: Name, task: Name };

/** The fields of a version in answers, except its text. */
export const instructionsFields = {
  projectName: Type.String(),
  taskName: Type.String(),
  version: VersionNumber,
  source: OneOf(INSTRUCTIONS_SOURCES),
  updatedAt: Timestamp,
  hasPendingSuggestion: Type.Boolean(),
};

/** An instructions document in lists, without its text. */
const InstructionsSummary = Type.Object({
  ...instructionsFields,
  createdBy: Type.String({
    description: 'Who saved the active version: an email address, `api` or `token:<name>`.',
  }),
  queuedCount: Count({ description: 'Number of notes queued for the next version.' }),
});

/** The active version of an instructions document. */
export const Instructions = Type.Object({ ...instructionsFields, content: Type.String() });

export const listInstructions = operation({
  id: 'listInstructions',
  method: 'GET',
  path: '/api/instructions',
  summary: 'List instructions',
  access: { role: 'viewer', scope: 'read' },
  responses: { 200: Type.Array(InstructionsSummary) },
});

export const getOrSeedInstructions = operation({
  id: 'getOrSeedInstructions',
  method: 'POST',
  path: '/api/instructions',
  summary: 'Get or seed instructions',
  description:
    'A read request that is a POST only so that the body can carry `default`. If there are no ' +
    'instructions, the default becomes version 1; otherwise it is ignored. A token needs the ' +
    'scope submit to send `default`.',
  access: { role: null, scope: ['submit', 'read'] },
  onward: [resolveRegistry],
  body: Type.Object({
    ...DocumentNames,
    default: Type.Optional(Type.String({ 'x-maxBytes': INSTRUCTIONS_BYTES_MAX })),
  }),
  responses: { 200: Instructions },
  errors: ['NO_INSTRUCTIONS'],
});

export const getCurrentInstructions = operation({
  id: 'getCurrentInstructions',
  method: 'GET',
  path: '/api/instructions/current',
  summary: 'Get the active version of instructions',
  description: 'With `If-None-Match`, a caller that already has it gets 304 without the text.',
  access: { role: 'viewer', scope: 'read' },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  headers: {
    request: {
      'If-None-Match': Type.String({ description: 'The ETag of the version that the caller has.' }),
    },
    answers: {
      200: { ETag: 'Changes when anything in the response changes.' },
      304: { ETag: 'The same as in the request.' },
    },
  },
  responses: { 200: Instructions, 304: Type.Null() },
  errors: ['NO_INSTRUCTIONS'],
});

export const getInstructionsResults = operation({
  id: 'getInstructionsResults',
  method: 'GET',
  path: '/api/instructions/results',
  owner: 'review',
  summary: 'Get results of outputs by version of instructions',
  description:
    'Newest version first. Versions without outputs, and names that do not exist, have no ' +
    'results.',
  access: { role: 'viewer', scope: 'read' },
  query: Type.Object(DocumentNames),
  responses: {
    200: Type.Array(
      Type.Object({
        version: VersionNumber,
        runs: Count({ description: 'All outputs, evaluated or not.' }),
        flagged: Count({ description: 'Outputs with the status flagged.' }),
        decided: Count({ description: 'Outputs decided by a person or by a deadline.' }),
        successRate: Type.Number({
          description:
            'pass / (pass + flagged + error), as in search. 0 if no output has been evaluated.',
        }),
      }),
    ),
  },
});

export const INSTRUCTIONS_OPERATIONS = [
  listInstructions,
  getOrSeedInstructions,
  getCurrentInstructions,
] as const;
