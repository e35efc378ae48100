import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';

const STATISTICS_INTERVALS = ['hour', 'day', 'week', 'range'] as const;
export type StatisticsInterval = (typeof STATISTICS_INTERVALS)[number];

const STATISTICS_GROUPS = ['status', 'project', 'task', 'model', 'instructionsVersion'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

const Time = Type.String({ format: 'instant' });
const Count = Type.Integer({ minimum: 0 });
const Duration = Nullable(Type.Number({ description: 'Within 10 %; null without a decision.' }));
const MeanDuration = Nullable(Type.Number({ description: 'Null where no judge was asked.' }));

const StatisticsPoint = Type.Object({
  at: Timestamp,
  runs: Count,
  pass: Count,
  flagged: Count,
  error: Count,
  decided: Count,
  costUsd: Type.Number({ description: 'What the runs cost, as they were submitted.' }),
  judgeCalls: Count,
  judgeCostUsd: Type.Number({ description: 'As far as the providers of judges tell it.' }),
  meanJudgeMs: MeanDuration,
  p50DecisionMs: Duration,
  p90DecisionMs: Duration,
});

export const getStatistics = defineOperation({
  id: 'getStatistics',
  method: 'GET',
  path: '/api/stats',
  owner: 'review',
  summary: 'What happened over time, for pictures',
  description:
    'Counts what happened in each interval, in UTC; weeks begin on Mondays, and `range` is one interval ' +
    'from the hour of `from` to that of `to`. `runs` are results, `pass`, ' +
    '`flagged` and `error` what they came to; a flag by somebody counts as `flagged` too. A decision ' +
    'counts when it is made, its time runs from the result. Deleting an output takes nothing back. ' +
    'Every series has a point for every interval from the one of `from` (a week before `to`) to that of ' +
    '`to` (now), at most 750; the 50 series with most runs are there. `key` is an id of a project or ' +
    'task, a status, a model or a version, null for outputs without; without `groupBy` it is `all`. ' +
    'What happened is here within seconds.',
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
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
});

export const STATISTICS_OPERATIONS = [getStatistics] as const;
