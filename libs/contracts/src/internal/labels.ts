import { type Static, Type } from '@sinclair/typebox';

import { Count, VersionNumber } from '../http/shared.ts';
import { defineOperation } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { lookUpRuleVersions } from './evaluation.ts';
import { INTERNAL } from './shared.ts';

/** The decisions by which an output is labelled as bad; approved ones are good. */
export const BAD_LABELS = ['changed', 'rejected'] as const;
export type BadLabel = (typeof BAD_LABELS)[number];

/** Of how many outputs a draft of instructions is made at most. */
export const LABELLED_OUTPUTS_MAX = 50;

/**
 * An output that people rejected or changed. Its texts are cut where they are long; of a text that was corrected
 * the part around the first difference is there, and `…` stands for what is left out.
 */
export const LabelledOutput = Type.Object({
  id: Type.String(),
  decision: OneOf(BAD_LABELS),
  /** The names of the rules that failed on it. */
  failedRules: Type.Array(Type.String()),
  comment: Nullable(Type.String()),
  /** What the AI wrote; null where it proposed an action alone. */
  output: Nullable(Type.String()),
  correctedOutput: Nullable(Type.String()),
  /** What the AI proposed to do; `params` is JSON. */
  action: Nullable(
    Type.Object({ name: Type.String(), summary: Type.String(), params: Type.String() }),
  ),
  correctedParams: Nullable(Type.String()),
});
export type LabelledOutput = Static<typeof LabelledOutput>;

/** How many outputs people approved, changed and rejected. */
export const LabelCounts = Type.Object({
  approved: Count(),
  changed: Count(),
  rejected: Count(),
});
export type LabelCounts = Static<typeof LabelCounts>;

/**
 * What people decided of the outputs of a task that ran under a version of its instructions or a later one: how many
 * each way, and the latest of those that they rejected or changed, as many as fit. Only the decision that holds
 * counts; handled outputs and decisions by deadline are no labels.
 */
export const readLabels = defineOperation({
  ...INTERNAL,
  id: 'readLabels',
  path: '/internal/labels',
  owner: 'review',
  summary: 'Read how people labelled the outputs of a task',
  onward: [lookUpRuleVersions],
  body: Type.Object({
    workspaceId: Type.String(),
    projectId: Type.String(),
    taskId: Type.String(),
    sinceVersion: VersionNumber,
  }),
  responses: {
    200: Type.Object({
      counts: LabelCounts,
      /** Latest decision first. */
      outputs: Type.Array(LabelledOutput, { maxItems: LABELLED_OUTPUTS_MAX }),
    }),
  },
});
