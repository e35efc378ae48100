import type {
  AnswerOf,
  getStatistics,
  StatisticsGroup,
  StatisticsInterval,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { type CountedSpan, countedSpans } from './statistics.pure.ts';

export interface StatisticsRequest {
  readonly workspaceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly interval: StatisticsInterval;
  /** Null for one series of everything. */
  readonly groupBy: StatisticsGroup | typeof QUEUE | null;
  /** By reviewer and by reason, whose decisions; null for everybody's. */
  readonly decidedBy: string | null;
}

/** Of whole intervals, from one begin on and before an end. */
export interface StatisticsQuery extends Omit<StatisticsRequest, 'to'> {
  readonly before: Date;
  /** Those with most runs are found. */
  readonly keysMax: number;
}

export type Series = AnswerOf<typeof getStatistics>['series'][number];
export type Point = Series['points'][number];

/** What happened in an interval; of intervals in which nothing happened there is nothing. */
export interface Counted extends Omit<
  Point,
  'at' | 'meanJudgeMs' | 'p50DecisionMs' | 'p90DecisionMs'
> {
  readonly key: string | null;
  /** When its interval begins. */
  readonly at: Date;
  /** Of all calls together. */
  readonly judgeMs: number;
  /** The steps of time within which half and nine of ten decisions were made; null without any. */
  readonly p50Step: number | null;
  readonly p90Step: number | null;
}

/** Adds up what was counted in each interval, of the keys with most runs. */
export async function findStatistics(
  client: SqlClient,
  query: StatisticsQuery,
): Promise<Counted[]> {
  const { workspaceId, from, before, interval, keysMax } = query;
  const spans = countedSpans(from, before, interval);
  const { grouping, key: onlyKey } = countedAs(query);
  const values = [workspaceId, grouping, from, keysMax, onlyKey, ...spans.flatMap(valuesOf)];
  // The rows are what is asked for as they are: there may be thousands.
  const { rows } = await client.query<Counted>(countsSql(spans, interval), values);
  if (interval !== 'range') return rows;
  const keys = rows.map(({ key }) => key ?? '');
  const { rows: merged } = await client.query<Steps>(mergedSql(spans), values.with(3, keys));
  const stepsOf = new Map(merged.map((steps) => [steps.key, steps]));
  return rows.map((row) => ({ ...row, ...stepsOf.get(row.key) }));
}

type Steps = Pick<Counted, 'key' | 'p50Step' | 'p90Step'>;

function valuesOf({ length, from, before }: CountedSpan): unknown[] {
  return [length, from, before];
}

/** What came to wait for a decision, and what of that was decided, is counted by itself. */
export const QUEUE = 'queue';

/** Reasons are also counted for each reviewer. */
export const REASONS_OF = 'reason of ';

function countedAs({ groupBy, decidedBy }: StatisticsQuery) {
  if (groupBy === 'reason' && decidedBy !== null)
    return { grouping: `${REASONS_OF}${decidedBy}`, key: null };
  return { grouping: groupBy ?? 'all', key: groupBy === 'decidedBy' ? decidedBy : null };
}

const FIRST_OF_SPANS = 6;

/** What is counted in all spans; each is one stretch of the primary key. */
function rowsOf(table: string, spans: readonly CountedSpan[]): string {
  const parts = spans.map((_, place) => {
    const first = FIRST_OF_SPANS + 3 * place;
    return `SELECT * FROM ${table} WHERE workspace_id = $1 AND grouping = $2
      AND ($5::text IS NULL OR key = $5)
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
    sum(errors)::int AS error, sum(decided)::int AS decided, sum(overridden)::int AS overridden, sum(cost_usd) AS "costUsd",
    sum(judge_calls)::int AS "judgeCalls", sum(judge_cost_usd) AS "judgeCostUsd",
    sum(shadow_calls)::int AS "shadowJudgeCalls", sum(shadow_cost_usd) AS "shadowJudgeCostUsd",
    sum(judge_ms) AS "judgeMs", min(p50_step) AS "p50Step", min(p90_step) AS "p90Step"
  FROM counted JOIN most USING (key) GROUP BY 1, 2`;

/** Quantiles of several do not add up: for a range their decisions are put together. */
const mergedSql = (spans: readonly CountedSpan[]): string => `
  WITH steps AS (
    SELECT key, u.step, sum(u.n)::int AS n
    FROM (${rowsOf('statistics_decision_times', spans)}) AS timed,
      unnest(timed.steps, timed.counts) AS u (step, n)
    WHERE key = ANY($4::text[]) AND at >= $3::timestamptz GROUP BY key, u.step
  ), summed AS (
    SELECT key, step, sum(n) OVER (PARTITION BY key ORDER BY step) AS below,
      sum(n) OVER (PARTITION BY key) AS decided
    FROM steps
  )
  SELECT nullif(key, '') AS key, min(step) FILTER (WHERE 2 * below >= decided) AS "p50Step",
    min(step) FILTER (WHERE 10 * below >= 9 * decided) AS "p90Step"
  FROM summed GROUP BY key`;
