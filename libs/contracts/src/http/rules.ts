import { Type } from '@sinclair/typebox';

import { takeModelCall } from '../internal/model-calls.ts';
import { resolveRegistry } from '../internal/registry.ts';
import { getJudgedContent } from '../internal/review.ts';
import { defineOperation } from '../operation.ts';
import { OUTPUT_STATUSES, VERDICTS } from '../output.ts';
import { JUDGE_PROVIDERS, RULE_TYPES } from '../rule.ts';
import { Clearable, Nullable, OneOf, PATCH, Timestamp } from '../schema/nullable.ts';
import { AppliedRuleAnswer } from './applied-rule.ts';
import { Amount, IdParams, Name, OkBody } from './shared.ts';

const TAG = 'Rules';

const Value = Type.String({
  'x-maxBytes': 64 * 1024,
  'x-keepBlank': true,
  description:
    'keyword_*: the phrase, found whatever its case; regex_*: an RE2 pattern, unanchored; ' +
    '*_length: a number of characters; json_valid: blank, or a JSON Schema (2020-12 or draft-07); ' +
    'json_field_exists: a path such as `order.items[0].price`, ' +
    '`action.params.amount`, `metadata.customer` or `input.id`; json_field_equals: ' +
    '`{"path": "currency", "equals": "EUR"}`; json_field_range: `{"path": "total", "min": 0, ' +
    '"max": 100}`; json_field_boolean: `{"path": "approved", "is": true}`; json_field_date: ' +
    '`{"path": "due", "notBefore": "-P7D", "notAfter": "2026-12-31"}`; confidence_min, ' +
    'latency_max, cost_max: a number, of milliseconds or US dollars; llm_judge: what a judge is to ' +
    'hold an output against, in plain language. Bounds may be left out.',
});
const Description = Type.String({ maxLength: 2000, 'x-trim': true });
const ModelName = Type.String({
  maxLength: 200,
  'x-trim': true,
  description: 'The model that an llm_judge asks; without it the one that is configured.',
});

export const RuleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: OneOf(RULE_TYPES),
  description: Nullable(Type.String()),
  value: Type.String(),
  isActive: Type.Boolean(),
  projectId: Nullable(Type.String()),
  projectName: Nullable(Type.String()),
  taskName: Nullable(Type.String()),
  llmJudgeProvider: Nullable(Type.String()),
  llmJudgeModel: Nullable(Type.String()),
  judgeFiles: Type.Boolean(),
  version: Type.Integer({ minimum: 1, description: 'Rises with every change.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const CreateRuleBody = Type.Object({
  name: Name,
  type: OneOf(RULE_TYPES),
  value: Value,
  isActive: Type.Optional(Type.Boolean({ default: true })),
  judgeFiles: Type.Optional(Type.Boolean({ default: false })),
  description: Type.Optional(Description),
  projectId: Type.Optional(Type.String()),
  projectName: Type.Optional(Name),
  taskName: Type.Optional(Name),
  llmJudgeProvider: Type.Optional(OneOf(JUDGE_PROVIDERS)),
  llmJudgeModel: Type.Optional(ModelName),
});

const UpdateRuleBody = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(OneOf(RULE_TYPES)),
    value: Type.Optional(Value),
    isActive: Type.Optional(Type.Boolean()),
    judgeFiles: Type.Optional(Type.Boolean()),
    description: Type.Optional(Clearable(Description)),
    projectId: Type.Optional(Clearable(Type.String())),
    projectName: Type.Optional(Clearable(Name)),
    taskName: Type.Optional(Clearable(Name)),
    llmJudgeProvider: Type.Optional(Clearable(OneOf(JUDGE_PROVIDERS))),
    llmJudgeModel: Type.Optional(Clearable(ModelName)),
  },
  { ...PATCH, minProperties: 1 },
);

/** Submitted content has the limits of a submission. */
const TEXT_BYTES_MAX = 1024 * 1024;
const OBJECT_BYTES_MAX = 64 * 1024;
const OBJECT_DEPTH_MAX = 8;
const JsonObject = Type.Record(Type.String(), Type.Unknown(), {
  'x-maxJsonBytes': OBJECT_BYTES_MAX,
  'x-maxDepth': OBJECT_DEPTH_MAX,
  'x-finite': true,
});

const DryRunBody = Type.Object({
  output: Type.Optional(Type.String({ 'x-maxBytes': TEXT_BYTES_MAX, 'x-keepBlank': true })),
  input: Type.Optional(Type.String({ 'x-maxBytes': TEXT_BYTES_MAX })),
  metadata: Type.Optional(JsonObject),
  action: Type.Optional(
    Type.Object({
      name: Name,
      summary: Type.String({ minLength: 1, maxLength: 2000, 'x-trim': true }),
      params: Type.Optional(JsonObject),
    }),
  ),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  latencyMs: Type.Optional(Amount),
  costUsd: Type.Optional(Amount),
  rule: Type.Optional(CreateRuleBody),
  logId: Type.Optional(
    Type.String({ description: 'Takes the text and the files of this output.' }),
  ),
  project: Type.Optional(Type.String({ description: 'Name or id: the active rules of it.' })),
  task: Type.Optional(Type.String({ description: 'Name of a task of the project.' })),
});

const DryRunAnswer = Type.Object({
  verdict: Nullable(OneOf(VERDICTS)),
  confidenceScore: Nullable(Type.Number()),
  explanation: Type.String(),
  status: OneOf(OUTPUT_STATUSES),
  appliedRules: Type.Array(AppliedRuleAnswer),
});

const READ = { role: 'viewer', scope: null } as const;
const MANAGE = { role: 'manager', scope: null } as const;

export const listRules = defineOperation({
  id: 'listRules',
  method: 'GET',
  path: '/api/rules',
  owner: 'evaluator',
  summary: 'List rules',
  tag: TAG,
  access: READ,
  responses: { 200: Type.Array(RuleSchema) },
  errors: ['UNAUTHENTICATED'],
});

export const createRule = defineOperation({
  id: 'createRule',
  method: 'POST',
  path: '/api/rules',
  owner: 'evaluator',
  summary: 'Create a rule',
  description:
    'Without a project it holds for every output of the workspace. A projectName or taskName that ' +
    'is not known is created. The rule holds from the answer on.',
  tag: TAG,
  access: MANAGE,
  onward: [resolveRegistry],
  body: CreateRuleBody,
  responses: { 201: RuleSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const getRule = defineOperation({
  id: 'getRule',
  method: 'GET',
  path: '/api/rules/{id}',
  owner: 'evaluator',
  summary: 'One rule',
  tag: TAG,
  access: READ,
  params: IdParams,
  responses: { 200: RuleSchema },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const updateRule = defineOperation({
  id: 'updateRule',
  method: 'PATCH',
  path: '/api/rules/{id}',
  owner: 'evaluator',
  summary: 'Change a rule',
  description:
    'Makes a new version; results keep the version that they came from. A project without a task ' +
    'keeps the task only where the project stays the same. Null or a blank clears what may be empty: the ' +
    'description, the judge, the task, and with the task the project.',
  tag: TAG,
  access: MANAGE,
  onward: [resolveRegistry],
  params: IdParams,
  body: UpdateRuleBody,
  responses: { 200: RuleSchema },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const deleteRule = defineOperation({
  id: 'deleteRule',
  method: 'DELETE',
  path: '/api/rules/{id}',
  owner: 'evaluator',
  summary: 'Delete a rule',
  tag: TAG,
  access: MANAGE,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const dryRunRules = defineOperation({
  id: 'dryRunRules',
  method: 'POST',
  path: '/api/rules/evaluate',
  owner: 'evaluator',
  summary: 'Try rules on a text',
  description:
    'Stores nothing. Give one of `rule` (one that need not exist), `logId` (the text and files of ' +
    'that output, the rules of now), both (the rule on that output) or `project` with or without ' +
    '`task` (the active rules). A judge with `judgeFiles` is shown the files. Judges are ' +
    'asked too; one that has not answered after 25 s is an error. A dry run that comes to a judge is ' +
    'one of the 20 calls a minute that may ask a model.',
  tag: TAG,
  access: MANAGE,
  onward: [resolveRegistry, takeModelCall, getJudgedContent],
  // What judges get, and the rest.
  answersWithinMs: 28_000,
  body: DryRunBody,
  responses: { 200: DryRunAnswer },
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const RULE_OPERATIONS = [
  listRules,
  createRule,
  dryRunRules,
  getRule,
  updateRule,
  deleteRule,
] as const;
