import { Type } from '@sinclair/typebox';

import { RuleApprovals, StoredRuleApprovals } from '../approvals.ts';
import { checkApprovalGroup, takeModelCall } from '../internal/gateway.ts';
import { resolveRegistry } from '../internal/registry.ts';
import { getJudgedContent } from '../internal/review.ts';
import { operationsOf } from '../operation.ts';
import { OUTPUT_STATUSES, VERDICTS } from '../output.ts';
import { JUDGE_PROVIDERS, RULE_TYPES } from '../rule.ts';
import { Clearable, Nullable, OneOf, PATCH, Timestamp } from '../schema/nullable.ts';
import { AppliedRuleAnswer } from './applied-rule.ts';
import {
  Description,
  IsActive,
  Mode,
  ModelName,
  RuleDraft,
  ShadowRate,
  Value,
} from './rule-draft.ts';
import { Action, Amount, IdParams, Name, OkBody, OpenObject, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'evaluator', tag: 'Rules' });

const RuleSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: OneOf(RULE_TYPES),
  description: Nullable(Type.String()),
  value: Type.String(),
  mode: Mode,
  isActive: IsActive,
  shadowRate: ShadowRate,
  projectId: Nullable(Type.String()),
  projectName: Nullable(Type.String()),
  taskName: Nullable(Type.String()),
  llmJudgeProvider: Nullable(Type.String()),
  llmJudgeModel: Nullable(Type.String()),
  judgeFiles: Type.Boolean(),
  approvals: Nullable(StoredRuleApprovals),
  version: Type.Integer({ ...VersionNumber, description: 'Increases with every change.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const UpdateRuleBody = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(OneOf(RULE_TYPES)),
    value: Type.Optional(Value),
    mode: Type.Optional(Mode),
    isActive: Type.Optional(IsActive),
    shadowRate: Type.Optional(ShadowRate),
    judgeFiles: Type.Optional(Type.Boolean()),
    description: Type.Optional(Clearable(Description)),
    projectId: Type.Optional(Clearable(Type.String())),
    projectName: Type.Optional(Clearable(Name)),
    taskName: Type.Optional(Clearable(Name)),
    llmJudgeProvider: Type.Optional(Clearable(OneOf(JUDGE_PROVIDERS))),
    llmJudgeModel: Type.Optional(Clearable(ModelName)),
    approvals: Type.Optional(Clearable(RuleApprovals)),
  },
  { ...PATCH, minProperties: 1 },
);

/** The limits of submitted content also apply here. */
const TEXT_BYTES_MAX = 1024 * 1024;

const DryRunBody = Type.Object({
  output: Type.Optional(Type.String({ 'x-maxBytes': TEXT_BYTES_MAX, 'x-keepBlank': true })),
  input: Type.Optional(Type.String({ 'x-maxBytes': TEXT_BYTES_MAX })),
  metadata: Type.Optional(OpenObject),
  action: Type.Optional(Action),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  latencyMs: Type.Optional(Amount),
  costUsd: Type.Optional(Amount),
  rule: Type.Optional(RuleDraft),
  logId: Type.Optional(Type.String({ description: 'Uses the text and the files of this output.' })),
  project: Type.Optional(
    Type.String({
      'x-trim': true,
      description: 'Name or ID. Uses the live rules of this project.',
    }),
  ),
  task: Type.Optional(
    Type.String({ 'x-trim': true, description: 'Name of a task in the project.' }),
  ),
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

export const listRules = operation({
  id: 'listRules',
  method: 'GET',
  path: '/api/rules',
  summary: 'List rules',
  access: READ,
  responses: { 200: Type.Array(RuleSchema) },
});

export const createRule = operation({
  id: 'createRule',
  method: 'POST',
  path: '/api/rules',
  summary: 'Create a rule',
  description:
    'Without a project, the rule applies to all outputs of the workspace. If there is no ' +
    'project or task with the name in `projectName` or `taskName`, it is created. The rule ' +
    'applies as soon as the response is sent. A workspace can have at most 1,000 rules, and the ' +
    'values of all of them can have at most 8 MB (8,388,608 bytes).',
  access: MANAGE,
  onward: [resolveRegistry, checkApprovalGroup],
  body: RuleDraft,
  responses: { 201: RuleSchema },
  errors: ['NOT_FOUND'],
});

export const getRule = operation({
  id: 'getRule',
  method: 'GET',
  path: '/api/rules/{id}',
  summary: 'Get a rule',
  access: READ,
  params: IdParams,
  responses: { 200: RuleSchema },
  errors: ['NOT_FOUND'],
});

export const updateRule = operation({
  id: 'updateRule',
  method: 'PATCH',
  path: '/api/rules/{id}',
  summary: 'Update a rule',
  description:
    'Creates a new version if anything changes; results keep the version that they came from. If you send a ' +
    'project without a task, the task is kept only if the project stays the same. Null or a ' +
    'blank string clears a field that can be empty: the description, the judge, the approvals, the task, and ' +
    'together with the task, the project. A value cannot grow beyond the 8 MB (8,388,608 bytes) ' +
    'that the values of all rules of a workspace can have.',
  access: MANAGE,
  onward: [resolveRegistry, checkApprovalGroup],
  params: IdParams,
  body: UpdateRuleBody,
  responses: { 200: RuleSchema },
  errors: ['NOT_FOUND'],
});

export const deleteRule = operation({
  id: 'deleteRule',
  method: 'DELETE',
  path: '/api/rules/{id}',
  summary: 'Delete a rule',
  access: MANAGE,
  params: IdParams,
  responses: { 200: OkBody },
  errors: ['NOT_FOUND'],
});

export const dryRunRules = operation({
  id: 'dryRunRules',
  method: 'POST',
  path: '/api/rules/evaluate',
  summary: 'Test rules with a dry run',
  description:
    'Stores nothing. Send one of the following: `rule` (it does not need to exist), `logId` ' +
    '(the text and files of that output with the current live rules), both (the rule on that ' +
    'output), or `project` with or without `task` (the live rules). A judge with ' +
    '`judgeFiles` receives the files. Judges are called too; one that does not answer within ' +
    '25 s ends as `error`. A dry run that calls a judge counts toward the limit of 20 calls ' +
    'per minute that can call a model.',
  access: MANAGE,
  onward: [resolveRegistry, takeModelCall, getJudgedContent],
  // The time of the judges, plus overhead.
  answersWithinMs: 28_000,
  body: DryRunBody,
  responses: { 200: DryRunAnswer },
  errors: ['NOT_FOUND'],
});

export const RULE_OPERATIONS = [
  listRules,
  createRule,
  dryRunRules,
  getRule,
  updateRule,
  deleteRule,
] as const;
