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
  }: StatisticsQuery): Promise<Counted> => {
    const spans = countedSpans(from, before, interval);
    const values = [workspaceId, groupBy ?? 'all', from, keysMax, ...spans.flatMap(valuesOf)];
    const { rows: counts } = await client.query<CountRow>(countsSql(spans, interval), values);
    const keys = [...new Set(counts.map(({ key }) => key ?? ''))];
    const { rows: steps } = await client.query<StepsRow>(
      stepsSql(spans, interval),
      values.with(3, keys),
    );
    return { counts: counts.map(toCounts), steps };
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

/** A range is made up of several; all others are counted as they are asked for. */
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
    sum(judge_ms) AS judge_ms
  FROM counted JOIN most USING (key) GROUP BY 1, 2`;

/** The steps up to which half and nine of ten of the decisions took. */
const stepsSql = (spans: readonly CountedSpan[], interval: StatisticsInterval): string => `
  WITH timed AS (
    SELECT * FROM (${rowsOf('statistics_decision_times', spans)}) AS rows
    WHERE key = ANY($4::text[]) AND at >= $3::timestamptz
  ), steps AS (
    ${interval === 'range' ? MERGED : 'SELECT key, at, step, n FROM timed'}
  ), below AS (
    SELECT key, at, step, sum(n) OVER (PARTITION BY key, at ORDER BY step) AS n,
      sum(n) OVER (PARTITION BY key, at) AS decided
    FROM steps
  )
  SELECT nullif(key, '') AS key, at, min(step) FILTER (WHERE n >= 0.5 * decided) AS p50,
    min(step) FILTER (WHERE n >= 0.9 * decided) AS p90
  FROM below GROUP BY 1, 2`;

const MERGED = 'SELECT key, $3::timestamptz AS at, step, sum(n) AS n FROM timed GROUP BY key, step';

function toCounts(row: CountRow): Counted['counts'][number] {
  const { cost_usd: costUsd, judge_calls: judgeCalls, judge_ms: judgeMs, ...counts } = row;
  const { judge_cost_usd: judgeCostUsd, ...rest } = counts;
  return { ...rest, costUsd, judgeCalls, judgeMs, judgeCostUsd };
}

interface CountRow {
  readonly key: string | null;
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

interface StepsRow {
  readonly key: string | null;
  readonly at: Date;
  readonly p50: number;
  readonly p90: number;
}
