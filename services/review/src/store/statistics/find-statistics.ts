import type { StatisticsInterval } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { type CountedSpan, countedSpans } from '../../domain/statistics/counted-spans.ts';
import type { Counted, StatisticsQuery } from '../../use-cases/statistics/read-statistics.ts';

/** Adds up what was counted in each interval, of the keys with most runs. */
export const makeFindStatistics =
  (client: SqlClient) =>
  async ({
    workspaceId,
    from,
    before,
    interval,
    groupBy,
    keysMax,
  }: StatisticsQuery): Promise<Counted[]> => {
    const spans = countedSpans(from, before, interval);
    const values = [workspaceId, groupBy ?? 'all', from, keysMax, ...spans.flatMap(valuesOf)];
    const { rows } = await client.query<CountRow>(countsSql(spans, interval), values);
    if (interval !== 'range') return rows.map(toCounted);
    const keys = rows.map(({ key }) => key ?? '');
    const { rows: merged } = await client.query<StepsRow>(mergedSql(spans), values.with(3, keys));
    const stepsOf = new Map(merged.map(({ key, ...steps }) => [key, steps]));
    return rows.map((row) => toCounted({ ...row, ...stepsOf.get(row.key) }));
  };

function valuesOf({ length, from, before }: CountedSpan): unknown[] {
  return [length, from, before];
}

const FIRST_OF_SPANS = 5;

/** What is counted in all spans; each is one stretch of the primary key. */
function rowsOf(table: string, spans: readonly CountedSpan[]): string {
  const parts = spans.map((_, place) => {
    const first = FIRST_OF_SPANS + 3 * place;
    return `SELECT * FROM ${table} WHERE workspace_id = $1 AND grouping = $2
      AND length = $${first} AND at >= $${first + 1} AND at < $${first + 2}`;
  });
  return parts.join(' UNION ALL ');
}

/** A range is made up of several, all others are counted as they are asked for. */
const atOf = (interval: StatisticsInterval): string =>
  interval === 'range' ? '$3::timestamptz' : 'at';

/** The third value is the begin, named in every statement so that its type is known. */
const countsSql = (spans: readonly CountedSpan[], interval: StatisticsInterval): string => `
  WITH counted AS MATERIALIZED (${rowsOf('statistics_counts', spans)}), most AS (
    SELECT key FROM counted WHERE at >= $3::timestamptz
    GROUP BY key ORDER BY sum(results) DESC, key LIMIT $4
  )
  SELECT nullif(key, '') AS key, ${atOf(interval)} AS at,
    sum(results)::int AS runs, sum(passed)::int AS pass, sum(flagged)::int AS flagged,
    sum(errors)::int AS error, sum(decided)::int AS decided, sum(cost_usd) AS cost_usd,
    sum(judge_calls)::int AS judge_calls, sum(judge_cost_usd) AS judge_cost_usd,
    sum(judge_ms) AS judge_ms, min(p50_step) AS p50_step, min(p90_step) AS p90_step
  FROM counted JOIN most USING (key) GROUP BY 1, 2`;

/** Quantiles of several do not add up: for a range their decisions are put together. */
const mergedSql = (spans: readonly CountedSpan[]): string => `
  WITH steps AS (
    SELECT key, step, sum(n)::int AS n
    FROM (${rowsOf('statistics_decision_times', spans)}) AS timed
    WHERE key = ANY($4::text[]) AND at >= $3::timestamptz GROUP BY key, step
  ), summed AS (
    SELECT key, step, sum(n) OVER (PARTITION BY key ORDER BY step) AS below,
      sum(n) OVER (PARTITION BY key) AS decided
    FROM steps
  )
  SELECT nullif(key, '') AS key, min(step) FILTER (WHERE 2 * below >= decided) AS p50_step,
    min(step) FILTER (WHERE 10 * below >= 9 * decided) AS p90_step
  FROM summed GROUP BY key`;

function toCounted(row: CountRow): Counted {
  const { cost_usd: costUsd, judge_calls: judgeCalls, judge_ms: judgeMs, ...counts } = row;
  const { judge_cost_usd: judgeCostUsd, p50_step: p50Step, p90_step: p90Step, ...rest } = counts;
  return { ...rest, costUsd, judgeCalls, judgeMs, judgeCostUsd, p50Step, p90Step };
}

interface StepsRow {
  readonly key: string | null;
  readonly p50_step: number | null;
  readonly p90_step: number | null;
}

interface CountRow extends StepsRow {
  readonly at: Date;
  readonly runs: number;
  readonly pass: number;
  readonly flagged: number;
  readonly error: number;
  readonly decided: number;
  readonly cost_usd: number;
  readonly judge_calls: number;
  readonly judge_ms: number;
  readonly judge_cost_usd: number;
}
