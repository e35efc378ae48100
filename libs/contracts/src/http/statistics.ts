import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { Count } from './shared.ts';

const STATISTICS_INTERVALS = ['hour', 'day', 'week', 'range'] as const;
export type StatisticsInterval = (typeof STATISTICS_INTERVALS)[number];

const STATISTICS_GROUPS = [
  'status',
  'project',
  'task',
  'model',
  'instructionsVersion',
  'decidedBy',
  'reason',
] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

const Time = Type.String({ format: 'instant' });
const Duration = Nullable(
  Type.Number({ description: 'Accurate to within 10%. Null if there was no decision.' }),
);
const MeanDuration = Nullable(Type.Number({ description: 'Null if no judge was called.' }));

const StatisticsPoint = Type.Object({
  at: Timestamp,
  runs: Count(),
  pass: Count(),
  flagged: Count(),
  error: Count(),
  decided: Count(),
  overridden: Count({
    description: 'How many of these decisions were later replaced by another person or program.',
  }),
  costUsd: Type.Number({ description: 'Cost of the runs, as submitted.' }),
  judgeCalls: Count(),
  judgeCostUsd: Type.Number({ description: 'Cost of the judge calls, as far as it is known.' }),
  shadowJudgeCalls: Count(),
  shadowJudgeCostUsd: Type.Number({
    description: 'Cost of the judge calls for rules in shadow, which `judgeCostUsd` leaves out.',
  }),
  meanJudgeMs: MeanDuration,
  p50DecisionMs: Duration,
  p90DecisionMs: Duration,
});

export const getStatistics = defineOperation({
  id: 'getStatistics',
  method: 'GET',
  path: '/api/stats',
  owner: 'review',
  summary: 'Get statistics over time',
  description:
    'Counts what happened in each interval, in UTC. Weeks begin on Monday, and `range` is a ' +
    'single interval from the hour of `from` to the hour of `to`. `runs` counts results, and ' +
    '`pass`, `flagged` and `error` count their outcomes. A flag by a user or through the API ' +
    'also counts as `flagged`. A decision counts in the interval in which it is made, and its ' +
    'duration is measured from the result. Deleting an output does not change the counts. ' +
    'Every series has a point for each interval from that of `from` (default: a week before ' +
    '`to`) to that of `to` (default: now), at most 750. Only the 50 series with the most runs ' +
    'are returned. `key` is the ID of a project or task, a status, a model or a version, and ' +
    'null for outputs without one; without `groupBy`, it is `all`. Grouped by `decidedBy` or ' +
    '`reason`, `runs` counts decisions, and `key` is who decided, or the ID of a reason; ' +
    'managers see everyone’s decisions, others only their own. Events are counted within seconds.',
  tag: 'Statistics',
  access: { role: 'viewer', scope: null },
  query: Type.Object({
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    interval: Type.Optional(OneOf(STATISTICS_INTERVALS)),
    groupBy: Type.Optional(OneOf(STATISTICS_GROUPS)),
  }),
  responses: {
    200: Type.Object({
      series: Type.Array(
        Type.Object({ key: Nullable(Type.String()), points: Type.Array(StatisticsPoint) }),
      ),
    }),
  },
  errors: ['FORBIDDEN'],
});

export const STATISTICS_OPERATIONS = [getStatistics] as const;
