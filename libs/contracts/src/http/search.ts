import { Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { defineOperation } from '../operation.ts';
import {
  type Decision,
  DECISIONS,
  type Label,
  LABEL_SOURCES,
  LABELS,
  OUTPUT_STATUSES,
} from '../output.ts';
import { RULE_OUTCOMES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { OUTPUT_COLUMNS } from './logs.ts';
import { Count, INT4_MAX, NameOrId, PageQuery, VersionNumber } from './shared.ts';

export const SORT_COLUMNS = [
  'timestamp',
  'projectName',
  'model',
  'status',
  'latencyMs',
  'costUsd',
  'respondBy',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

const Time = Type.String({ format: 'instant' });

const listOf = (names: readonly string[]) => `^(${names.join('|')})(,(${names.join('|')}))*$`;
const listFault = (names: readonly string[]) =>
  `Must be one or several of ${names.join(', ')}, separated by commas.`;

export const searchOutputs = defineOperation({
  id: 'searchOutputs',
  method: 'GET',
  path: '/api/logs',
  owner: 'review',
  summary: 'Search outputs',
  description:
    'Newest first by default. Ties are sorted by ID, and absent values come last. `page` × ' +
    '`limit` can be at most 100,000. Beyond that, or if outputs arrive while you page, ' +
    'continue with `cursor`.',
  tag: 'Outputs',
  access: { role: 'viewer', scope: 'read' },
  onward: [lookUpRuleVersions],
  query: Type.Object({
    pending: Type.Optional(
      Type.Boolean({ description: 'If `true`, only flagged or error outputs without a decision.' }),
    ),
    status: Type.Optional(OneOf(OUTPUT_STATUSES)),
    project: Type.Optional(NameOrId),
    task: Type.Optional(NameOrId),
    sessionId: Type.Optional(Type.String()),
    subjectId: Type.Optional(Type.String()),
    actorId: Type.Optional(Type.String()),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Part of the project, task, model, session, subject or actor. Case-insensitive.',
      }),
    ),
    model: Type.Optional(Type.String({ description: 'Full name.' })),
    tags: Type.Optional(
      Type.String({
        description:
          'Comma-separated. The output must have all of them. A tag with surrounding whitespace ' +
          'also matches the tag without it.',
      }),
    ),
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    humanDecision: Type.Optional(
      Type.Unsafe<Decision | 'none'>({
        ...OneOf([...DECISIONS, 'none']),
        description: '`none`: only outputs without a decision.',
      }),
    ),
    sampled: Type.Optional(
      Type.Boolean({
        description: '`true`: only passed outputs that are samples. `false`: all others.',
      }),
    ),
    decidedBy: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: 'ID of a reason that the decision gave.' })),
    claimedBy: Type.Optional(
      Type.String({
        description:
          '`me`: only outputs that you have claimed. `none`: only unclaimed outputs. Otherwise ' +
          'the email of the person who has claimed them.',
      }),
    ),
    assignee: Type.Optional(
      Type.String({
        description:
          '`me`: only outputs that are assigned to you or to one of your groups. `none`: only ' +
          'unassigned outputs. Otherwise the ID of a person or of a group.',
      }),
    ),
    ruleId: Type.Optional(
      Type.String({ description: 'Only outputs that this rule was applied to.' }),
    ),
    ruleVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: INT4_MAX,
        description:
          'Only outputs that this version of the rule in `ruleId` was applied to, including in ' +
          'shadow. Requires `ruleId`.',
      }),
    ),
    ruleOutcome: Type.Optional(
      Type.String({
        pattern: listOf(RULE_OUTCOMES),
        'x-patternMessage': listFault(RULE_OUTCOMES),
        description:
          '`passed`, `failed`, `error` or `skipped`, or several separated by commas: outcome of the rule ' +
          'in `ruleId`, in the version in `ruleVersion`. Without `ruleId`, of any rule.',
      }),
    ),
    label: Type.Optional(
      Type.Unsafe<Label>({
        ...OneOf(LABELS),
        description:
          '`good`: approved. `bad`: rejected or changed. `none`: neither, including `handled` ' +
          'and decisions by a deadline.',
      }),
    ),
    labelSource: Type.Optional(
      Type.String({
        pattern: listOf(LABEL_SOURCES),
        'x-patternMessage': listFault(LABEL_SOURCES),
        description:
          '`reviewed`, `bulk` or `imported`, or several separated by commas: only outputs with a label ' +
          'that was given one by one, to many outputs at once, or through the API to an output with a tag ' +
          'that begins with `imported:`.',
      }),
    ),
    flaggedBy: Type.Optional(Type.String()),
    instructionsVersion: Type.Optional(VersionNumber),
    revisionOf: Type.Optional(Type.String()),
    hasAction: Type.Optional(Type.Boolean()),
    dueBefore: Type.Optional(Time),
    sortBy: Type.Optional(OneOf(SORT_COLUMNS)),
    sortDir: Type.Optional(OneOf(['asc', 'desc'])),
    ...PageQuery,
    cursor: Type.Optional(
      Type.String({ description: 'The `nextCursor` of the previous response. Replaces `page`.' }),
    ),
    fields: Type.Optional(
      Type.String({ description: 'Comma-separated columns to return. Default: all.' }),
    ),
  }),
  responses: {
    200: Type.Object({
      // The name is older than the term “outputs”. `fields` leaves out columns.
      executions: Type.Array(Type.Partial(Type.Object(OUTPUT_COLUMNS))),
      total: Count(),
      page: Count(),
      limit: Count(),
      summary: Type.Object({
        totalRuns: Count(),
        failuresDetected: Count(),
        pendingReviews: Count(),
        successRate: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      nextCursor: Nullable(Type.String()),
    }),
  },
});

export const SEARCH_OPERATIONS = [searchOutputs] as const;
