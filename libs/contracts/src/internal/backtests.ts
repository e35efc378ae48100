import { type Static, Type } from '@sinclair/typebox';

import { RuleApprovals } from '../approvals.ts';
import { JudgedContent } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { RuleDraft } from '../http/rule-draft.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { RULE_OUTCOMES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { lookUpRuleVersions } from './evaluation.ts';
import { takeModelCall } from './gateway.ts';
import { resolveRegistry } from './registry.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** The rule of a backtest as it was at the start. */
export const BacktestRule = Type.Object({
  name: Type.String(),
  type: OneOf(RULE_TYPES),
  value: Type.String(),
  description: Nullable(Type.String()),
  projectId: Nullable(Type.String()),
  projectName: Nullable(Type.String()),
  taskName: Nullable(Type.String()),
  llmJudgeProvider: Nullable(Type.String()),
  llmJudgeModel: Nullable(Type.String()),
  judgeFiles: Type.Boolean(),
  // Absent in older backtests.
  shadowRate: Type.Optional(Nullable(Type.Number())),
  approvals: Type.Optional(Nullable(RuleApprovals)),
});
export type BacktestRule = Static<typeof BacktestRule>;

/** The batch size of a backtest. */
export const BACKTEST_OUTPUTS_MAX = 250;

/**
 * Validates the rule of a backtest and returns it as it will be stored. Unless it is for an estimate, a rule with a
 * judge uses one of the caller's model calls.
 */
export const prepareBacktest = operation({
  id: 'prepareBacktest',
  path: '/internal/backtests/prepare',
  summary: 'Check the rule of a backtest',
  onward: [resolveRegistry, takeModelCall],
  body: Type.Object({
    workspaceId: Type.String(),
    /** Exactly one of the two is set. */
    ruleId: Type.Optional(Type.String()),
    rule: Type.Optional(RuleDraft),
    isEstimate: Type.Boolean(),
  }),
  responses: {
    200: Type.Object({
      rule: BacktestRule,
      /** Both null for a rule that is not stored. */
      ruleId: Nullable(Type.String()),
      ruleVersion: Nullable(Type.Integer()),
      /** All versions of the rule: an earlier result under any of them counts as a result of the rule. */
      versionIds: Type.Array(Type.String()),
      /** US dollars per million tokens of its judge; null if unknown, or if there is no judge. */
      prices: Nullable(
        Type.Object({ inputPerMillion: Type.Number(), outputPerMillion: Type.Number() }),
      ),
    }),
  },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NO_MODEL_CONFIGURED', 'RATE_LIMITED'],
});

/**
 * Why an evaluator leaves the rest of a batch to a later call: its time is up, others need its capacity, or the judge
 * is down.
 */
const PAUSES = ['time', 'busy', 'judge_away'] as const;

/**
 * Values that the caller reported about the run. Older outputs may exceed today's limits of a submission. They are not
 * stored here.
 */
const ReportedNumber = Nullable(Type.Number({ minimum: 0, maximum: Number.MAX_VALUE }));

/** Applies a rule to outputs for at most the time of a call, and stores nothing. */
export const applyBacktestRule = operation({
  id: 'applyBacktestRule',
  path: '/internal/backtests/apply',
  summary: 'Apply the rule of a backtest to outputs',
  answersWithinMs: 30_000,
  body: Type.Object({
    workspaceId: Type.String(),
    rule: Type.Pick(BacktestRule, [
      ...(['name', 'type', 'value', 'llmJudgeProvider', 'llmJudgeModel', 'judgeFiles'] as const),
    ]),
    outputs: Type.Array(
      Type.Object({
        content: Type.Object(
          {
            ...JudgedContent.properties,
            ...{ confidence: ReportedNumber, latencyMs: ReportedNumber, costUsd: ReportedNumber },
          },
          { additionalProperties: false },
        ),
        attachments: Type.Array(
          Type.Object({
            ...FileData.properties,
            sizeBytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
          }),
        ),
      }),
      { maxItems: BACKTEST_OUTPUTS_MAX },
    ),
  }),
  responses: {
    200: Type.Object({
      /** The outcomes of the first outputs, in order. */
      outcomes: Type.Array(OneOf(RULE_OUTCOMES)),
      /** Why there are fewer outcomes than outputs. */
      paused: Nullable(OneOf(PAUSES)),
      /** A permanent failure of the judge, as a sentence. */
      failure: Nullable(Type.String()),
      /** The known cost of all model calls. */
      costUsd: Type.Number(),
      isCostKnown: Type.Boolean(),
    }),
  },
});

/**
 * Continues a backtest that no instance is working on, for some seconds. The gateway calls it periodically, because the
 * evaluator accepts only calls signed by the gateway.
 */
export const runBacktests = operation({
  id: 'runBacktests',
  path: '/internal/backtests/run',
  owner: 'review',
  summary: 'Go on with backtests',
  onward: [applyBacktestRule, lookUpRuleVersions],
  responses: {
    /** Whether there is more work to do at once. */
    200: Type.Object({ isBusy: Type.Boolean() }),
  },
});
