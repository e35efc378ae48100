import { type Static, Type } from '@sinclair/typebox';

import { BacktestRule, prepareBacktest } from '../internal/backtests.ts';
import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { takeModelCall } from '../internal/gateway.ts';
import { resolveRegistry } from '../internal/registry.ts';
import { operationsOf } from '../operation.ts';
import { LABELS } from '../output.ts';
import { RULE_OUTCOMES } from '../rule.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { OUTPUT_COLUMNS } from './logs.ts';
import { RuleDraft } from './rule-draft.ts';
import { Amount, Count, IdParams, OkBody, Page, PageQuery, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Rules' });

export const BACKTEST_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type BacktestState = (typeof BACKTEST_STATES)[number];

const OUTPUTS_MAX = 100_000;

export const BacktestAnswer = Type.Object({
  id: Type.String(),
  state: OneOf(BACKTEST_STATES),
  ruleId: Nullable(Type.String({ description: 'Null for a rule that was sent in the request.' })),
  ruleVersion: Nullable(VersionNumber),
  rule: BacktestRule,
  filter: Type.String(),
  max: Count(),
  budgetUsd: Nullable(Type.Number()),
  total: Count({ description: 'Outputs to check.' }),
  checked: Count({ description: 'Outputs that were checked.' }),
  wouldFail: Count({ description: 'Outputs that the rule fails.' }),
  newlyFailed: Count({ description: 'Outputs that the rule fails now and did not fail before.' }),
  newlyPassed: Count({ description: 'Outputs that the rule passes now and failed before.' }),
  erred: Count({ description: 'Outputs that the rule could not be applied to.' }),
  skipped: Count({ description: 'Outputs with nothing for the rule to read.' }),
  agreesWithPeople: Count({
    description: 'Outputs that the rule fails and people rejected, or passes and approved.',
  }),
  disagrees: Count({
    description: 'Outputs that the rule fails and people approved, or passes and rejected.',
  }),
  costUsd: Type.Number({ description: 'Cost of the judge, as far as it is known.' }),
  error: Nullable(Type.String({ description: 'Why it failed.' })),
  createdBy: Type.String(),
  createdAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});
export type BacktestAnswer = Static<typeof BacktestAnswer>;

const READ = { role: 'viewer', scope: null } as const;
const MANAGE = { role: 'manager', scope: null } as const;

export const startBacktest = operation({
  id: 'startBacktest',
  method: 'POST',
  path: '/api/rules/backtests',
  summary: 'Start a backtest',
  description:
    'Applies a rule to stored outputs, newest first, in the background, and changes none of them. Send ' +
    '`ruleId`, or `rule`, which need not be stored; the scope of the rule does not matter. One backtest ' +
    'of a workspace runs at a time: a second is 409 `CONFLICT`. With `estimate`, nothing is started, and ' +
    'the answer is 200 with the number of outputs and, for a judge, roughly what it would cost: null if ' +
    'its prices are not known. Starting one that asks a judge counts as one of the 20 model calls per ' +
    'minute. The last 20 backtests of a workspace are kept.',
  access: MANAGE,
  onward: [prepareBacktest, resolveRegistry, takeModelCall, lookUpRuleVersions],
  // Counting all affected outputs takes long.
  answersWithinMs: 25_000,
  body: Type.Object({
    ruleId: Type.Optional(Type.String({ description: 'A stored rule.' })),
    rule: Type.Optional(RuleDraft),
    filter: Type.Optional(
      Type.String({
        maxLength: 4_000,
        default: '',
        description:
          'Which outputs: the query of a search, such as `project=Support&status=pass`. Default: all.',
      }),
    ),
    max: Type.Integer({
      minimum: 1,
      maximum: OUTPUTS_MAX,
      description: 'Maximum number of outputs, newest first.',
    }),
    estimate: Type.Optional(Type.Boolean({ default: false })),
    budgetUsd: Type.Optional(
      Type.Number({
        ...Amount,
        description:
          'Maximum cost of the judge, in US dollars. When it is used up, the backtest fails and keeps ' +
          'its results so far; calls that were already made may exceed it.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({ total: Count(), costUsd: Nullable(Type.Number()) }),
    202: Type.Object({ id: Type.String() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'NO_MODEL_CONFIGURED', 'RATE_LIMITED'],
});

export const listBacktests = operation({
  id: 'listBacktests',
  method: 'GET',
  path: '/api/rules/backtests',
  summary: 'List backtests',
  description: 'Newest first.',
  access: READ,
  query: Type.Object({ ruleId: Type.Optional(Type.String()), ...PageQuery }),
  responses: { 200: Page(BacktestAnswer) },
});

export const getBacktest = operation({
  id: 'getBacktest',
  method: 'GET',
  path: '/api/rules/backtests/{id}',
  summary: 'Get a backtest',
  access: READ,
  params: IdParams,
  responses: { 200: BacktestAnswer },
  errors: ['NOT_FOUND'],
});

export const listBacktestFlips = operation({
  id: 'listBacktestFlips',
  method: 'GET',
  path: '/api/rules/backtests/{id}/flips',
  summary: 'List the outputs that a backtest decides differently',
  description:
    'Newest outputs first; deleted ones are left out. `was` is how the stored rule ended on the output, ' +
    'null if it was not applied to it; for a rule that is not stored, the verdict of the output. `label` ' +
    'is `good` (approved), `bad` (rejected or changed) or `none`, as it was when the output was checked.',
  access: READ,
  params: IdParams,
  query: Type.Object(PageQuery),
  responses: {
    200: Page(
      Type.Object({
        id: Type.String(),
        was: Nullable(OneOf(RULE_OUTCOMES)),
        would: OneOf(RULE_OUTCOMES),
        label: OneOf(LABELS),
        excerpt: OUTPUT_COLUMNS.excerpt,
      }),
    ),
  },
  errors: ['NOT_FOUND'],
});

export const cancelBacktest = operation({
  id: 'cancelBacktest',
  method: 'DELETE',
  path: '/api/rules/backtests/{id}',
  summary: 'Cancel a backtest',
  description: 'Keeps the results so far. A backtest that has ended does not change.',
  access: MANAGE,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const BACKTEST_OPERATIONS = [
  startBacktest,
  listBacktests,
  getBacktest,
  listBacktestFlips,
  cancelBacktest,
] as const;
