import { type Static, Type } from '@sinclair/typebox';

import { Count, VersionNumber } from '../http/shared.ts';
import { defineOperation, INTERNAL } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { lookUpRuleVersions } from './evaluation.ts';

/** Decisions that label an output as bad. Approved outputs are good. */
export const BAD_LABELS = ['changed', 'rejected'] as const;
export type BadLabel = (typeof BAD_LABELS)[number];

/** The maximum number of outputs that a draft of instructions is made from. */
export const LABELLED_OUTPUTS_MAX = 50;

/**
 * An output that people rejected or changed. Long texts are truncated. A corrected text has the part around the first
 * difference, with `…` for omitted parts.
 */
export const LabelledOutput = Type.Object({
  id: Type.String(),
  decision: OneOf(BAD_LABELS),
  /** Names of the rules that failed on it. */
  failedRules: Type.Array(Type.String()),
  comment: Nullable(Type.String()),
  /** The output of the AI; null for an action without a text. */
  output: Nullable(Type.String()),
  correctedOutput: Nullable(Type.String()),
  /** The action that the AI proposed; `params` is JSON. */
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
 * The decisions on a task's outputs that ran under a version of its instructions or a later one: the count of each
 * decision, and the latest rejected or changed outputs, as many as fit. Only current decisions count. Handled outputs
 * and decisions by deadline are not labels.
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
