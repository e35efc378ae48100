import { type Static, Type } from '@sinclair/typebox';

import { RuleApprovals } from '../approvals.ts';
import { JudgedContent } from '../events/outputs-submitted.ts';
import { FileData } from '../file.ts';
import { RuleDraft } from '../http/rule-draft.ts';
import { operationsOf } from '../operation.ts';
import { RULE_OUTCOMES, RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { lookUpRuleVersions } from './evaluation.ts';
import { takeModelCall } from './gateway.ts';
import { resolveRegistry } from './registry.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'evaluator' });

/** The rule of a backtest, as it was when the backtest was started. */
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
  // Backtests of before have neither.
  shadowRate: Type.Optional(Nullable(Type.Number())),
  approvals: Type.Optional(Nullable(RuleApprovals)),
});
export type BacktestRule = Static<typeof BacktestRule>;

/** How many outputs a backtest sends at a time. */
export const BACKTEST_OUTPUTS_MAX = 250;

/**
 * Checks the rule of a backtest, as it is to be stored with it. Unless it is for an estimate, a rule that asks a
 * judge takes one of the caller's model calls.
 */
export const prepareBacktest = operation({
  id: 'prepareBacktest',
  path: '/internal/backtests/prepare',
  summary: 'Check the rule of a backtest',
  onward: [resolveRegistry, takeModelCall],
  body: Type.Object({
    workspaceId: Type.String(),
    /** One of the two. */
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
      /** All versions of the rule: how an output fared under any of them is how it fared under the rule. */
      versionIds: Type.Array(Type.String()),
      /** US dollars for a million tokens of its judge; null where nobody has said, or no judge is asked. */
      prices: Nullable(
        Type.Object({ inputPerMillion: Type.Number(), outputPerMillion: Type.Number() }),
      ),
    }),
  },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NO_MODEL_CONFIGURED', 'RATE_LIMITED'],
});

/**
 * Why an evaluator leaves the rest of what it was sent to a later call: its time is over, others need its room, or the
 * judge is away.
 */
const PAUSES = ['time', 'busy', 'judge_away'] as const;

/** What the caller said of the run. Older outputs may have larger ones than can be submitted now; nothing stores these. */
const Said = Nullable(Type.Number({ minimum: 0, maximum: Number.MAX_VALUE }));

/** Applies a rule to outputs for as long as a call may take, and stores nothing. */
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
          { ...JudgedContent.properties, confidence: Said, latencyMs: Said, costUsd: Said },
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
      /** Of the first ones, in their order. */
      outcomes: Type.Array(OneOf(RULE_OUTCOMES)),
      /** Why there are not as many as outputs. */
      paused: Nullable(OneOf(PAUSES)),
      /** What keeps the judge from ever answering, as a sentence. */
      failure: Nullable(Type.String()),
      /** Of all calls to models, as far as their cost is known. */
      costUsd: Type.Number(),
      isCostKnown: Type.Boolean(),
    }),
  },
});

/**
 * Goes on with a backtest that nobody works on, for some seconds. The gateway calls it from time to time, because
 * only what it signs opens the evaluator.
 */
export const runBacktests = operation({
  id: 'runBacktests',
  path: '/internal/backtests/run',
  owner: 'review',
  summary: 'Go on with backtests',
  onward: [applyBacktestRule, lookUpRuleVersions],
  responses: {
    /** Whether it may well go on at once. */
    200: Type.Object({ isBusy: Type.Boolean() }),
  },
});
