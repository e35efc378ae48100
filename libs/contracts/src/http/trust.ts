import { type Static, Type } from '@sinclair/typebox';

import { lookUpRuleVersions } from '../internal/evaluation.ts';
import { operationsOf } from '../operation.ts';
import { RULE_TYPES } from '../rule.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { getRule } from './rules.ts';
import { Count, IdParams, NameOrId, VersionNumber } from './shared.ts';

const operation = operationsOf({ owner: 'review', tag: 'Rules' });

/** The minimum number of labels of a version to compute figures from. */
export const LABELS_MIN = 30;

/** Which labels the figures are computed from. */
const LABEL_CHOICES = ['reviewed', 'all'] as const;

/** The strata of a version's outputs, by how people come to see them. */
const STRATA = ['held', 'flagged', 'passed'] as const;
export type Stratum = (typeof STRATA)[number];

const Estimate = (description: string) =>
  Nullable(
    Type.Object(
      { value: Type.Number(), low: Type.Number(), high: Type.Number() },
      { description: `${description} \`low\` and \`high\` are the 95% confidence interval.` },
    ),
  );

const COUNTS = {
  checked: Count({
    description: 'Outputs that this version was applied to, regardless of the outcome.',
  }),
  failed: Count({ description: 'Outputs that it failed.' }),
  erred: Count({ description: 'Outputs that it could not be applied to.' }),
  skipped: Count({ description: 'Outputs with nothing for it to read.' }),
  labelled: Count({ description: 'Outputs with a label among those that it passed or failed.' }),
  upheld: Count({
    description: 'Labelled outputs that it failed, and people rejected or changed.',
  }),
  overruled: Count({ description: 'Labelled outputs that it failed, and people approved.' }),
  missed: Count({
    description: 'Labelled outputs that it passed, and people rejected or changed.',
  }),
  labelledInBulk: Count({
    description:
      'Outputs with a label that was given to many at once, among those that it passed or failed. ' +
      'Part of `labelled` only with `labels=all`.',
  }),
  labelledByImport: Count({
    description:
      'Outputs with a label that came with an import, among those that it passed or failed. Part of ' +
      '`labelled` only with `labels=all`.',
  }),
} as const;

const Query = Type.String();

export const RuleResults = Type.Object({
  ruleId: Type.String(),
  version: VersionNumber,
  ruleName: Type.String({ description: 'The name in this version.' }),
  ruleType: OneOf(RULE_TYPES),
  shadow: Type.Boolean({ description: 'Whether this version was in shadow.' }),
  from: Type.String({
    format: 'date-time',
    description: 'Beginning of the first day with an output, in UTC.',
  }),
  to: Type.String({
    format: 'date-time',
    description: 'End of the last day with an output, in UTC.',
  }),
  ...COUNTS,
  agreement: Estimate('Share of the outputs on which it agrees with people.'),
  kappa: Estimate('Cohen’s kappa: the agreement beyond chance.'),
  precision: Estimate('Share of the outputs it fails that are bad.'),
  recall: Estimate('Share of the bad outputs that it fails.'),
  costUsd: Type.Number({
    description: 'Cost of its judge calls, of every evaluation, as far as it is known.',
  }),
  p50Ms: Nullable(
    Type.Number({
      description: 'Median duration of its judge calls, to within 10%. Null for other rules.',
    }),
  ),
  needed: Count({
    description: `How many more labels are needed to reach ${LABELS_MIN}. Until then, the four estimates are null.`,
  }),
  unlabelled: Type.Array(OneOf(STRATA), {
    description:
      'Strata of its outputs without any label, so that estimates that need them are null: ' +
      '`held` (failed, erred or held for approval), `flagged` (passed, and flagged by somebody) or ' +
      '`passed`.',
  }),
  models: Type.Array(
    Type.Object({
      model: Type.String(),
      from: Type.String({ format: 'date-time' }),
      to: Type.String({ format: 'date-time' }),
      ...{ checked: COUNTS.checked, labelled: COUNTS.labelled },
      agreement: Estimate('Share of the outputs on which it agrees with people.'),
    }),
    {
      description:
        'The same figures for each model that its judge called, the latest first: `from` and ' +
        '`to` are the first and last day of the outputs. Empty for other rules.',
    },
  ),
  search: Type.Object(
    {
      ...{ checked: Query, failed: Query, erred: Query, skipped: Query },
      ...{ labelled: Query, upheld: Query, overruled: Query, missed: Query },
      ...{ labelledInBulk: Query, labelledByImport: Query },
    },
    {
      description:
        'For each count, the query of `GET /api/logs` that finds its outputs. It finds fewer if ' +
        'outputs were deleted.',
    },
  ),
});
export type RuleResults = Static<typeof RuleResults>;

const Time = Type.String({ format: 'instant' });

const QUERY = Type.Object({
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  project: Type.Optional(NameOrId),
  task: Type.Optional(NameOrId),
  labels: Type.Optional(
    Type.Unsafe<(typeof LABEL_CHOICES)[number]>({
      ...OneOf(LABEL_CHOICES),
      default: 'reviewed',
      description:
        '`reviewed`: labels that people gave one by one. `all`: also those that were given in bulk ' +
        'or came with an import.',
    }),
  ),
});

const DESCRIPTION =
  'How people decided the outputs that a version of a rule was applied to: approved is good, rejected ' +
  'or changed is bad; `handled` and decisions by a deadline do not count. The latest evaluation and decision ' +
  'of an output count immediately. `from` and `to` are days of the outputs in UTC, and include ' +
  'the whole day. Deleting outputs does not change the counts. The estimates weigh each label by ' +
  'the ' +
  `outputs that it stands for, and are null below ${LABELS_MIN} labels of the version or if they ` +
  'are undefined. Costs and durations are included within seconds.';

const ACCESS = { role: 'viewer', scope: null } as const;

export const listRuleResults = operation({
  id: 'listRuleResults',
  method: 'GET',
  path: '/api/rules/results',
  summary: 'Get the results of all rules',
  description: `${DESCRIPTION} Sorted by the latest name of the rule, newest version first.`,
  access: ACCESS,
  onward: [lookUpRuleVersions],
  query: QUERY,
  responses: { 200: Type.Array(RuleResults) },
  errors: ['FORBIDDEN'],
});

export const getRuleResults = operation({
  id: 'getRuleResults',
  method: 'GET',
  path: '/api/rules/{id}/results',
  summary: 'Get the results of a rule',
  description: `${DESCRIPTION} Newest version first. A rule that was deleted keeps its results.`,
  access: ACCESS,
  onward: [lookUpRuleVersions, getRule],
  params: IdParams,
  query: QUERY,
  responses: { 200: Type.Array(RuleResults) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const TRUST_OPERATIONS = [listRuleResults, getRuleResults] as const;
