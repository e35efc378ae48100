import { Type } from '@sinclair/typebox';

import { Timestamp } from '../schema/nullable.ts';
import { AppliedRuleData } from './outputs-evaluated.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * The shadow rules were applied to an output. Its result has been written before, but may reach a reader after this
 * event.
 */
export const outputsShadowEvaluated = defineEvent({
  topic: TOPICS.outputsShadowEvaluated,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      id: Type.String(),
      /** The run of the live rules that this belongs to. */
      run: Type.Integer({ minimum: 1 }),
      evaluatedAt: Timestamp,
      appliedRules: Type.Array(AppliedRuleData, { minItems: 1 }),
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      id: '01960000-0000-7000-8000-0000000000aa',
      run: 1,
      evaluatedAt: '2026-01-02T03:04:06.100Z',
      appliedRules: [
        {
          ruleVersionId: '01960000-0000-7000-8000-0000000000c1',
          outcome: 'failed',
          summary: 'The text has 2 characters; at least 10 are required.',
          evaluator: 'deterministic',
          latencyMs: 0.2,
        },
      ],
    },
    invalid: { workspaceId: 'w', id: 'o', run: 1, appliedRules: [] },
  },
});

export type OutputsShadowEvaluated = DataOf<typeof outputsShadowEvaluated>;
