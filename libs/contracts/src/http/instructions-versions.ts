import { Type } from '@sinclair/typebox';

import { resolveRegistry } from '../internal/registry.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import {
  DocumentNames,
  Instructions,
  instructionsFields,
  InstructionsText,
  QUEUED_NOTES_MAX,
} from './instructions.ts';
import { Count, INT4_MAX, Name, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'instructions', tag: 'Instructions' });

// Source: the interface’s limits of comments and of output IDs.
const TeachComment = Type.String({ minLength: 1, maxLength: 2000, 'x-trim': true });
export const OutputLink = Type.String({ minLength: 1, maxLength: 128 });

// A whole queue. A draft uses fewer notes, but the author of a version may have read them all.
const NOTE_REFS_MAX = QUEUED_NOTES_MAX;

/** Versions are kept forever and numbered without gaps, so clients can request those missing from a list. */
export const LISTED_VERSIONS_MAX = 1000;

const versionFields = {
  ...instructionsFields,
  createdBy: Type.String({ description: 'An email address, `api` or `token:<name>`.' }),
  teachComment: Nullable(Type.String()),
  logId: Nullable(Type.String()),
};

const VersionParams = Type.Object({ n: VersionNumber });

export const saveInstructionsVersion = operation({
  id: 'saveInstructionsVersion',
  method: 'POST',
  path: '/api/instructions/versions',
  summary: 'Save a new version of instructions',
  description:
    'If there are no instructions yet, it becomes version 1. If `baseVersion` is not the ' +
    'active version, the response is `VERSION_CONFLICT` and nothing is saved; 0 counts as ' +
    'absent. `noteRefs` lists queued notes that the version addresses; they leave the queue ' +
    'with it.',
  access: { role: 'manager', scope: 'instruct' },
  onward: [resolveRegistry],
  body: Type.Object({
    ...DocumentNames,
    content: InstructionsText,
    teachComment: Type.Optional(TeachComment),
    logId: Type.Optional(OutputLink),
    baseVersion: Type.Optional(Count({ maximum: INT4_MAX })),
    noteRefs: Type.Optional(Type.Array(Name, { maxItems: NOTE_REFS_MAX })),
  }),
  responses: { 200: Instructions },
  errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const listInstructionsVersions = operation({
  id: 'listInstructionsVersions',
  method: 'GET',
  path: '/api/instructions/versions',
  summary: 'List versions of instructions, newest first',
  description:
    `The newest ${LISTED_VERSIONS_MAX}. Versions are numbered from 1 without gaps, and older ones can be ` +
    'read, compared and restored by their numbers.',
  access: { role: 'viewer', scope: 'read' },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  responses: { 200: Type.Array(Type.Object(versionFields)) },
  errors: ['NO_INSTRUCTIONS'],
});

export const getInstructionsVersion = operation({
  id: 'getInstructionsVersion',
  method: 'GET',
  path: '/api/instructions/versions/{n}',
  summary: 'Get a version of instructions with its text',
  access: { role: 'viewer', scope: 'read' },
  onward: [resolveRegistry],
  params: VersionParams,
  query: Type.Object(DocumentNames),
  responses: { 200: Type.Object({ ...versionFields, content: Type.String() }) },
  errors: ['NO_INSTRUCTIONS', 'NOT_FOUND'],
});

export const restoreInstructionsVersion = operation({
  id: 'restoreInstructionsVersion',
  method: 'POST',
  path: '/api/instructions/versions/{n}/restore',
  summary: 'Restore a version of instructions as a new version',
  access: { role: 'manager', scope: null },
  onward: [resolveRegistry],
  params: VersionParams,
  body: Type.Object(DocumentNames),
  responses: { 200: Instructions },
  errors: ['NO_INSTRUCTIONS', 'NOT_FOUND'],
});

export const LINE_CHANGES = ['same', 'added', 'removed'] as const;

export const compareInstructionsVersions = operation({
  id: 'compareInstructionsVersions',
  method: 'GET',
  path: '/api/instructions/diff',
  summary: 'Compare two versions of instructions by line',
  description:
    'The parts of both texts, in order. Texts that have little in common are returned as one ' +
    'removed part and one added part between their common beginning and end.',
  access: { role: 'viewer', scope: 'read' },
  onward: [resolveRegistry],
  query: Type.Object({ ...DocumentNames, from: VersionNumber, to: VersionNumber }),
  responses: {
    200: Type.Object({
      from: VersionNumber,
      to: VersionNumber,
      parts: Type.Array(
        Type.Object({
          change: OneOf(LINE_CHANGES),
          text: Type.String({ description: 'Whole lines, including line breaks.' }),
          lines: Count({ minimum: 1 }),
        }),
      ),
    }),
  },
  errors: ['NO_INSTRUCTIONS', 'NOT_FOUND'],
});

export const INSTRUCTIONS_VERSION_OPERATIONS = [
  saveInstructionsVersion,
  listInstructionsVersions,
  getInstructionsVersion,
  restoreInstructionsVersion,
  compareInstructionsVersions,
] as const;
