import type {
  AnswerOf,
  getStatistics,
  StatisticsGroup,
  StatisticsInterval,
} from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { type CountedSpan, countedSpans, type Length } from './statistics.pure.ts';

export interface StatisticsRequest {
  readonly workspaceId: string;
  readonly from: Date;
  readonly to: Date;
  readonly interval: StatisticsInterval;
  /** Null for one series of everything. */
  readonly groupBy: StatisticsGroup | typeof QUEUE | null;
  /** For groups by reviewer and by reason: whose decisions. Null for everyone's. */
  readonly decidedBy: string | null;
}

/** Whole intervals, from one start to before an end. */
export interface StatisticsQuery extends Omit<StatisticsRequest, 'to'> {
  readonly before: Date;
  /** Limits the series to those with the most runs. */
  readonly keysMax: number;
}

export type Series = AnswerOf<typeof getStatistics>['series'][number];
export type Point = Series['points'][number];

type Counts = Omit<Point, 'at' | 'meanJudgeMs' | 'p50DecisionMs' | 'p90DecisionMs'> & {
  /** The start of the interval, in ms since 1970. */
  readonly atMs: number;
  /** The total of all calls. */
  readonly judgeMs: number;
  /** The steps within which half, and nine in ten, decisions were made. Null without decisions. */
  readonly p50Step: number | null;
  readonly p90Step: number | null;
};

/**
 * The counts of a key, by column: an interval has the same index in each. Parsing thousands of rows would take longer
 * than finding them. Leaves out intervals without events.
 */
export type Counted = { readonly [Column in keyof Counts]: readonly Counts[Column][] } & {
  readonly key: string | null;
};

/** The counts of each interval, keys with most runs first. A range is one interval. */
export function findStatistics(client: SqlClient, query: StatisticsQuery): Promise<Counted[]> {
  return query.interval === 'range'
    ? findRange(client, query)
    : findIntervals(client, query, query.interval);
}

async function findIntervals(
  client: SqlClient,
  query: StatisticsQuery,
  length: Length,
): Promise<Counted[]> {
  const { workspaceId, from, before, keysMax } = query;
  const { grouping, key } = countedAs(query);
  const values = [workspaceId, grouping, key, keysMax, length, from, before];
  const { rows } = await client.query<Counted>(INTERVALS, values);
  return rows;
}

async function findRange(client: SqlClient, query: StatisticsQuery): Promise<Counted[]> {
  const { workspaceId, from, before, keysMax } = query;
  const spans = countedSpans(from, before);
  const { grouping, key: onlyKey } = countedAs(query);
  const values = [workspaceId, grouping, onlyKey, keysMax, ...spans.flatMap(valuesOf)];
  const { rows } = await client.query<Omit<Counted, 'atMs'>>(rangeSql(spans), values);
  const keys = rows.map(({ key }) => key ?? '');
  const { rows: merged } = await client.query<Steps>(mergedSql(spans), values.with(3, keys));
  const stepsOf = new Map(merged.map((steps) => [steps.key, steps]));
  return rows.map((row) => ({ ...row, ...stepsOf.get(row.key), atMs: [from.getTime()] }));
}

type Steps = Pick<Counted, 'key' | 'p50Step' | 'p90Step'>;

function valuesOf({ length, from, before }: CountedSpan): unknown[] {
  return [length, from, before];
}

/** The grouping that counts outputs entering the queue and their decisions. */
export const QUEUE = 'queue';

/** Reasons are also counted per reviewer. */
export const REASONS_OF = 'reason of ';

function countedAs({ groupBy, decidedBy }: StatisticsQuery) {
  if (groupBy === 'reason' && decidedBy !== null)
    return { grouping: `${REASONS_OF}${decidedBy}`, key: null };
  return { grouping: groupBy ?? 'all', key: groupBy === 'decidedBy' ? decidedBy : null };
}

const FIRST_OF_SPANS = 5;

/** The rows of all spans, each a range of the primary key. */
function rowsOf(table: string, spans: readonly CountedSpan[]): string {
  return spans.map((_, place) => spanOf(table, FIRST_OF_SPANS + 3 * place)).join(' UNION ALL ');
}

/** @param first the number of the parameter with its length. */
const spanOf = (table: string, first: number): string => `
  SELECT * FROM ${table} WHERE workspace_id = $1 AND grouping = $2
    AND ($3::text IS NULL OR key = $3)
    AND length = $${first} AND at >= $${first + 1} AND at < $${first + 2}`;

const columnsOf = (of: (column: string) => string): string => `
    ${of('results')} AS runs, ${of('passed')} AS pass, ${of('flagged')} AS flagged, ${of('errors')} AS error,
    ${of('decided')} AS decided, ${of('overridden')} AS overridden, ${of('cost_usd')} AS "costUsd",
    ${of('judge_calls')} AS "judgeCalls", ${of('judge_ms')} AS "judgeMs", ${of('judge_cost_usd')} AS "judgeCostUsd",
    ${of('shadow_calls')} AS "shadowJudgeCalls", ${of('shadow_cost_usd')} AS "shadowJudgeCostUsd"`;

const eachOf = (column: string): string => `to_json(array_agg(${column}))`;
const sumOf = (column: string): string => `json_build_array(sum(${column}))`;

const SPAN = spanOf('statistics_counts', FIRST_OF_SPANS);

/** Finds the keys first: if there are many, reading all their columns would be more than is returned. */
const INTERVALS = `
  WITH most AS (
    SELECT key FROM (${SPAN}) AS counted GROUP BY key ORDER BY sum(results) DESC, key LIMIT $4
  )
  SELECT nullif(key, '') AS key, ${eachOf('extract(epoch FROM at)::bigint * 1000')} AS "atMs",${columnsOf(eachOf)},
    ${eachOf('p50_step')} AS "p50Step", ${eachOf('p90_step')} AS "p90Step"
  FROM (${SPAN}) AS counted WHERE key = ANY (ARRAY(SELECT key FROM most))
  GROUP BY counted.key ORDER BY sum(results) DESC, counted.key`;

const rangeSql = (spans: readonly CountedSpan[]): string => `
  SELECT nullif(key, '') AS key,${columnsOf(sumOf)},
    '[null]'::json AS "p50Step", '[null]'::json AS "p90Step"
  FROM (${rowsOf('statistics_counts', spans)}) AS counted
  GROUP BY counted.key ORDER BY sum(results) DESC, counted.key LIMIT $4`;

/** Quantiles cannot be added: a range merges the decision times of its parts. */
const mergedSql = (spans: readonly CountedSpan[]): string => `
  WITH steps AS (
    SELECT key, step, sum(n)::int AS n
    FROM (
      SELECT key, unnest(steps) AS step, unnest(counts) AS n
      FROM (${rowsOf('statistics_decision_times', spans)}) AS timed WHERE key = ANY($4::text[])
    ) AS each
    GROUP BY key, step
  ), summed AS (
    SELECT key, step, sum(n) OVER (PARTITION BY key ORDER BY step) AS below,
      sum(n) OVER (PARTITION BY key) AS decided
    FROM steps
  )
  SELECT nullif(key, '') AS key,
    json_build_array(min(step) FILTER (WHERE 2 * below >= decided)) AS "p50Step",
    json_build_array(min(step) FILTER (WHERE 10 * below >= 9 * decided)) AS "p90Step"
  FROM summed GROUP BY key`;
