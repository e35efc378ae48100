import { type Static, Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';

/** How long a draft may take: two calls of a minute, and what is around them. */
const DRAFTED_WITHIN_MS = 130_000;

/**
 * What a model answers that drafts a text, and nothing else. It is sent to the vendors, so it has only
 * keywords that all of them take; whoever reads an answer holds it against this.
 */
export const DraftAnswer = Type.Object(
  {
    content: Type.String(),
    changes: Type.Array(
      Type.Object(
        { summary: Type.String(), notes: Type.Array(Type.Integer()) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type DraftAnswer = Static<typeof DraftAnswer>;

/** Whether somebody has configured a model for a workspace. */
export const findModel = defineOperation({
  id: 'findModel',
  method: 'POST',
  path: '/internal/model',
  owner: 'evaluator',
  summary: 'Check whether a workspace has a model',
  tag: 'internal',
  access: 'internal',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: Type.Object({ isConfigured: Type.Boolean() }) },
  errors: [],
});

/**
 * Has the workspace's model, or else the operator's, improve a text by notes. The draft is one that may
 * be used: it cites only notes that there are, and has every placeholder that the text had.
 */
export const draftInstructions = defineOperation({
  id: 'draftInstructions',
  method: 'POST',
  path: '/internal/instructions/draft',
  owner: 'evaluator',
  summary: 'Draft instructions from notes',
  tag: 'internal',
  access: 'internal',
  answersWithinMs: DRAFTED_WITHIN_MS,
  body: Type.Object({
    workspaceId: Type.String(),
    content: Type.String(),
    /** The draft cites them by their places, counted from 1. */
    notes: Type.Array(Type.Object({ comment: Type.String(), author: Nullable(Type.String()) }), {
      minItems: 1,
    }),
    bytesMax: Type.Integer({
      ...{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      description: 'Maximum size of the draft, in bytes of UTF-8.',
    }),
  }),
  responses: {
    200: Type.Object({
      /** Null where there is none. */
      draft: Nullable(DraftAnswer),
      /** Why there is none, for those who asked for it. */
      failure: Nullable(Type.String()),
    }),
  },
  errors: [],
});
