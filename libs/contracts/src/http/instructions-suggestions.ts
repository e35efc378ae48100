import { Type } from '@sinclair/typebox';

import { draftInstructions, findModel } from '../internal/drafting.ts';
import { takeModelCall } from '../internal/model-calls.ts';
import { resolveRegistry } from '../internal/registry.ts';
import { defineOperation } from '../operation.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { DocumentNames, Instructions, InstructionsText } from './instructions.ts';
import { IdParams, OkBody } from './shared.ts';

/**
 * A draft is written, waits to be accepted or dismissed, and is then one or the other. It is stale once
 * it turned out that the text had moved on, and failed where no usable draft came.
 */
export const SUGGESTION_STATES = [
  'drafting',
  'ready',
  'stale',
  'failed',
  'accepted',
  'dismissed',
] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];

export const requestSuggestion = defineOperation({
  id: 'requestSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions',
  owner: 'instructions',
  summary: 'Have a new version drafted from the queued notes',
  description:
    'The configured model writes it in the background, one draft of a document at a time. Nothing ' +
    'changes before somebody accepts it.',
  tag: 'Instructions',
  access: { role: 'manager', scope: null },
  onward: [resolveRegistry, findModel, takeModelCall, draftInstructions],
  body: Type.Object(DocumentNames),
  responses: {
    202: Type.Object({ id: Type.String(), state: Type.Literal('drafting') }),
  },
  errors: [
    'VALIDATION_FAILED',
    'NO_INSTRUCTIONS',
    'NO_NOTES',
    'NO_MODEL_CONFIGURED',
    'DRAFT_IN_PROGRESS',
  ],
});

export const listSuggestions = defineOperation({
  id: 'listSuggestions',
  method: 'GET',
  path: '/api/instructions/suggestions',
  owner: 'instructions',
  summary: 'Drafts of a document, newest first',
  tag: 'Instructions',
  access: { role: 'viewer', scope: null },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        state: OneOf(SUGGESTION_STATES),
        baseVersion: Type.Integer({ description: 'The version that it was drafted from.' }),
        content: Nullable(Type.String()),
        changes: Type.Array(
          Type.Object({
            summary: Type.String(),
            noteRefs: Type.Array(Type.String(), { description: 'The notes that it answers.' }),
          }),
        ),
        noteRefs: Type.Array(Type.String(), { description: 'All notes that it was drafted from.' }),
        failure: Nullable(Type.String({ description: 'Why there is no draft.' })),
        createdBy: Type.String(),
        createdAt: Timestamp,
      }),
    ),
  },
  errors: ['VALIDATION_FAILED', 'NO_INSTRUCTIONS'],
});

export const acceptSuggestion = defineOperation({
  id: 'acceptSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions/{id}/accept',
  owner: 'instructions',
  summary: 'Make a draft the new version',
  description:
    'As it is, or edited. The notes that it was drafted from leave the queue; those that came or changed ' +
    'later stay. Where the text has moved on since, nothing is saved and the draft is stale.',
  tag: 'Instructions',
  access: { role: 'manager', scope: null },
  params: IdParams,
  body: Type.Object({ content: Type.Optional(InstructionsText) }),
  responses: { 200: Instructions },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'STALE_DRAFT', 'DRAFT_IN_PROGRESS'],
});

export const dismissSuggestion = defineOperation({
  id: 'dismissSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions/{id}/dismiss',
  owner: 'instructions',
  summary: 'Put a draft away; its notes stay queued',
  tag: 'Instructions',
  access: { role: 'manager', scope: null },
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND', 'STALE_DRAFT'],
});

export const SUGGESTION_OPERATIONS = [
  requestSuggestion,
  listSuggestions,
  acceptSuggestion,
  dismissSuggestion,
] as const;
