import { Type } from '@sinclair/typebox';

import { draftInstructions, findModel } from '../internal/drafting.ts';
import { takeModelCall } from '../internal/gateway.ts';
import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { BAD_LABELS, LABELLED_OUTPUTS_MAX, LabelCounts, readLabels } from '../internal/labels.ts';
import { resolveRegistry } from '../internal/registry.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { DocumentNames, Instructions, InstructionsText } from './instructions.ts';
import { Count, IdParams, OkBody } from './shared.ts';

const operation = operationsOf({ owner: 'instructions', tag: 'Instructions' });

/**
 * A draft is being written, is ready, and is then accepted or dismissed. It is stale if the instructions changed in the
 * meantime, and failed if no usable draft was produced.
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

/** Each suggestion contains a whole text. */
export const SUGGESTIONS_LISTED_MAX = 50;

/** The sources of a draft. */
export const SUGGESTION_SOURCES = ['notes', 'outputs', 'both'] as const;
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

export const requestSuggestion = operation({
  id: 'requestSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions',
  summary: 'Draft a new version from queued feedback and from decisions',
  description:
    'The configured model writes the draft in the background, one draft per document at a ' +
    'time. Nothing changes until someone accepts it. `from` says what it is made from: `notes` ' +
    '(the default) are the queued ones; `outputs` are those that ran under the active version and ' +
    `that people rejected or changed, the latest ${LABELLED_OUTPUTS_MAX} at most, with their ` +
    'corrections and comments. Decisions by deadline do not count.',
  access: { role: 'manager', scope: null },
  onward: [
    resolveRegistry,
    findModel,
    takeModelCall,
    draftInstructions,
    readLabels,
    lookUpRuleVersions,
  ],
  body: Type.Object({ ...DocumentNames, from: Type.Optional(OneOf(SUGGESTION_SOURCES)) }),
  responses: {
    202: Type.Object({ id: Type.String(), state: Type.Literal('drafting') }),
  },
  errors: ['NO_INSTRUCTIONS', 'NO_NOTES', 'NO_LABELS', 'NO_MODEL_CONFIGURED', 'DRAFT_IN_PROGRESS'],
});

export const listSuggestions = operation({
  id: 'listSuggestions',
  method: 'GET',
  path: '/api/instructions/suggestions',
  summary: 'List suggestions, newest first',
  description:
    `The newest ${SUGGESTIONS_LISTED_MAX}. If none of them is being drafted or waiting, the ` +
    'newest older one that is follows them.',
  access: { role: 'viewer', scope: null },
  onward: [resolveRegistry],
  query: Type.Object(DocumentNames),
  responses: {
    200: Type.Array(
      Type.Object({
        id: Type.String(),
        state: OneOf(SUGGESTION_STATES),
        baseVersion: Count({ description: 'The version that the draft is based on.' }),
        content: Nullable(Type.String()),
        changes: Type.Array(
          Type.Object({
            summary: Type.String(),
            noteRefs: Type.Array(Type.String(), {
              description: 'The notes that this change addresses.',
            }),
            outputIds: Type.Array(Type.String(), {
              description: 'The outputs that this change is drawn from, without deleted ones.',
            }),
          }),
        ),
        noteRefs: Type.Array(Type.String(), {
          description: 'All notes that the draft is based on.',
        }),
        outputs: Type.Array(
          Type.Object({
            id: Nullable(Type.String({ description: 'Null once the output is deleted.' })),
            decision: OneOf(BAD_LABELS),
            failedRules: Type.Array(Type.String(), {
              description: 'The names of the rules that failed on it.',
            }),
          }),
          { description: 'All outputs that the draft is based on, the latest decision first.' },
        ),
        decisions: Nullable(
          Type.Object(LabelCounts.properties, {
            description:
              'How people had decided the outputs of `baseVersion` by then. Null if the draft is ' +
              'based on notes alone.',
          }),
        ),
        failure: Nullable(Type.String({ description: 'Why there is no draft.' })),
        createdBy: Type.String(),
        createdAt: Timestamp,
      }),
    ),
  },
  errors: ['NO_INSTRUCTIONS'],
});

export const acceptSuggestion = operation({
  id: 'acceptSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions/{id}/accept',
  summary: 'Accept a suggestion',
  description:
    'Saves the draft as the new version, as it is or with your `content`. The notes that it is ' +
    'based on leave the queue; notes that were added or changed later stay. A draft is stale ' +
    'once another version was saved, and cannot be accepted.',
  access: { role: 'manager', scope: null },
  params: IdParams,
  body: Type.Object({ content: Type.Optional(InstructionsText) }),
  responses: { 200: Instructions },
  errors: ['NOT_FOUND', 'STALE_DRAFT', 'DRAFT_IN_PROGRESS'],
});

export const dismissSuggestion = operation({
  id: 'dismissSuggestion',
  method: 'POST',
  path: '/api/instructions/suggestions/{id}/dismiss',
  summary: 'Dismiss a suggestion and keep its notes queued',
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
