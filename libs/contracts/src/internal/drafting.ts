import { type Static, Type } from '@sinclair/typebox';

import { INT4_MAX } from '../http/shared.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';
import { LABELLED_OUTPUTS_MAX, LabelledOutput } from './labels.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** The time limit of a draft: two calls of a minute, plus overhead. */
const DRAFTED_WITHIN_MS = 130_000;

const STRICT = { additionalProperties: false };

const citedNotes = { summary: Type.String(), notes: Type.Array(Type.Integer()) };
const citedOutputs = { outputs: Type.Array(Type.Integer()) };

/**
 * The exact answer of a model that drafts a text from notes. The schema is sent to the vendors, so it has only keywords
 * that all of them support. Answers are validated against it.
 */
export const DraftAnswer = Type.Object(
  { content: Type.String(), changes: Type.Array(Type.Object(citedNotes, STRICT)) },
  STRICT,
);

/** The answer if the draft is also made from outputs. Vendors do not allow optional keys. */
export const LabelledDraftAnswer = Type.Object(
  {
    content: Type.String(),
    changes: Type.Array(Type.Object({ ...citedNotes, ...citedOutputs }, STRICT)),
  },
  STRICT,
);

const Draft = Type.Object({
  content: Type.String(),
  changes: Type.Array(Type.Object({ ...citedNotes, outputs: Type.Optional(citedOutputs.outputs) })),
});
export type Draft = Static<typeof Draft>;

/** Whether a model is configured for a workspace. */
export const findModel = operation({
  id: 'findModel',
  path: '/internal/model',
  summary: 'Check whether a workspace has a model',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: Type.Object({ isConfigured: Type.Boolean() }) },
});

/**
 * Asks the workspace's model, or otherwise the operator's, to improve a text by notes, by outputs that people rejected
 * or changed, or by both. A returned draft is usable: it cites only given items and keeps every placeholder of the
 * text.
 */
export const draftInstructions = operation({
  id: 'draftInstructions',
  path: '/internal/instructions/draft',
  summary: 'Draft instructions from notes and labelled outputs',
  answersWithinMs: DRAFTED_WITHIN_MS,
  body: Type.Object({
    workspaceId: Type.String(),
    content: Type.String(),
    /** The draft cites them by position, counted from 1. */
    notes: Type.Array(Type.Object({ comment: Type.String(), author: Nullable(Type.String()) })),
    /** Left out if the draft is made from notes only. */
    labelled: Type.Optional(
      Type.Object({
        /** How many outputs people approved, which shows what the text does well. */
        approved: Type.Integer({ minimum: 0, maximum: INT4_MAX }),
        /** Also cited by position. */
        outputs: Type.Array(Type.Omit(LabelledOutput, ['id']), {
          ...{ minItems: 1, maxItems: LABELLED_OUTPUTS_MAX },
        }),
      }),
    ),
    bytesMax: Type.Integer({
      ...{ minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      description: 'Maximum size of the draft, in bytes of UTF-8.',
    }),
  }),
  responses: {
    200: Type.Object({
      /** Null if there is none. */
      draft: Nullable(Draft),
      /** Why there is none, for the person who requested it. */
      failure: Nullable(Type.String()),
    }),
  },
});
