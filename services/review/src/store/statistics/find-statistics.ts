import type { StatisticsGroup } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type {
  CountedHours,
  StatisticsRequest,
} from '../../use-cases/statistics/read-statistics.ts';

const KEYS: Readonly<Record<StatisticsGroup, string>> = {
  status: 'status',
  project: 'project_id',
  task: 'task_id',
  model: 'model',
  instructionsVersion: `nullif(instructions_version, 0)::text`,
};

/** Adds up the hours of each interval. */
export const makeFindStatistics =
  (client: SqlClient) =>
  async ({ workspaceId, from, before, interval, groupBy }: Found): Promise<CountedHours> => {
    const key = groupBy === null ? `'all'` : `nullif(${KEYS[groupBy]}, '')`;
    const values = [workspaceId, from, before, interval];
    const [counts, times] = await Promise.all([
      client.query<CountRow>(countsSql(key), values),
      client.query<TimeRow>(timesSql(key), values),
    ]);
    return {
      counts: counts.rows.map(({ cost_usd: costUsd, ...row }) => ({ ...row, costUsd })),
      times: times.rows,
    };
  };

type Found = StatisticsRequest & { readonly before: Date };

const HOURS = `workspace_id = $1 AND hour >= $2 AND hour < $3`;

const countsSql = (key: string): string => `
  SELECT ${key} AS key, date_trunc($4, hour, 'UTC') AS at,
    sum(results)::int AS runs,
    coalesce(sum(results) FILTER (WHERE status = 'pass'), 0)::int AS pass,
    (coalesce(sum(results) FILTER (WHERE status = 'flagged'), 0) + sum(flags))::int AS flagged,
    coalesce(sum(results) FILTER (WHERE status = 'error'), 0)::int AS error,
    sum(decided)::int AS decided, sum(cost_usd) AS cost_usd
  FROM hourly_statistics WHERE ${HOURS} GROUP BY 1, 2`;

const timesSql = (key: string): string => `
  SELECT ${key} AS key, date_trunc($4, hour, 'UTC') AS at, step, sum(n)::int AS n
  FROM hourly_decision_times WHERE ${HOURS} GROUP BY 1, 2, 3`;

interface CountRow {
  readonly key: string | null;
  readonly at: Date;
  readonly runs: number;
  readonly pass: number;
  readonly flagged: number;
  readonly error: number;
  readonly decided: number;
  readonly cost_usd: number;
}

interface TimeRow {
  readonly key: string | null;
  readonly at: Date;
  readonly step: number;
  readonly n: number;
}
