import { type Static, Type } from '@sinclair/typebox';

import { INT4_MAX } from '../http/shared.ts';
import { operationsOf } from '../operation.ts';
import { Nullable } from '../schema/nullable.ts';
import { LABELLED_OUTPUTS_MAX, LabelledOutput } from './labels.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** How long a draft may take: two calls of a minute, and what is around them. */
const DRAFTED_WITHIN_MS = 130_000;

const STRICT = { additionalProperties: false };

const citedNotes = { summary: Type.String(), notes: Type.Array(Type.Integer()) };
const citedOutputs = { outputs: Type.Array(Type.Integer()) };

/**
 * What a model answers that drafts a text from notes, and nothing else. It is sent to the vendors, so it has only
 * keywords that all of them take; whoever reads an answer holds it against this.
 */
export const DraftAnswer = Type.Object(
  { content: Type.String(), changes: Type.Array(Type.Object(citedNotes, STRICT)) },
  STRICT,
);

/** What it answers where the draft is made from outputs too: vendors let no key be optional. */
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

/** Whether somebody has configured a model for a workspace. */
export const findModel = operation({
  id: 'findModel',
  path: '/internal/model',
  summary: 'Check whether a workspace has a model',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: Type.Object({ isConfigured: Type.Boolean() }) },
});

/**
 * Has the workspace's model, or else the operator's, improve a text by notes, by outputs that people rejected or
 * changed, or by both. The draft is one that may be used: it cites only what there is, and has every placeholder
 * that the text had.
 */
export const draftInstructions = operation({
  id: 'draftInstructions',
  path: '/internal/instructions/draft',
  summary: 'Draft instructions from notes and labelled outputs',
  answersWithinMs: DRAFTED_WITHIN_MS,
  body: Type.Object({
    workspaceId: Type.String(),
    content: Type.String(),
    /** The draft cites them by their places, counted from 1. */
    notes: Type.Array(Type.Object({ comment: Type.String(), author: Nullable(Type.String()) })),
    /** Left out where the draft is made from notes alone. */
    labelled: Type.Optional(
      Type.Object({
        /** How many outputs people approved: what the text does well. */
        approved: Type.Integer({ minimum: 0, maximum: INT4_MAX }),
        /** Cited by their places too. */
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
      /** Null where there is none. */
      draft: Nullable(Draft),
      /** Why there is none, for those who asked for it. */
      failure: Nullable(Type.String()),
    }),
  },
});
