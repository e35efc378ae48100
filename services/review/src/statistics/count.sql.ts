import { type Database, isStatementTimeout, type SqlClient } from '@output-review/runtime';

import { QUEUE, REASONS_OF } from './statistics.sql.ts';

// Takes some 100 ms. Until it ends, streams do not see events committed after its start.
const EVENTS_MAX = 2_000;

/**
 * Counts each event of the log once. The counts and the position are written in one transaction. Concurrent replicas
 * are safe: only one of them counts.
 */
export async function countHappened(db: Database, signal: AbortSignal): Promise<void> {
  let eventsMax = EVENTS_MAX;
  for (let isMore = await isAnythingNew(db); isMore && !signal.aborted;) {
    try {
      isMore = (await countSome(db, eventsMax)) === eventsMax;
    } catch (error) {
      // A result with thousands of rules costs a hundred times as much as another. It must not block the events behind
      // it forever.
      if (eventsMax === 1 || !isStatementTimeout(error)) throw error;
      eventsMax = Math.ceil(eventsMax / 8);
    }
  }
}

/** Checks before it locks, because a lock is a write. */
async function isAnythingNew(client: SqlClient): Promise<boolean> {
  const { rows } = await client.query({ name: 'statistics-look', text: LOOK });
  return rows.length > 0;
}

function countSome(database: Database, eventsMax: number): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows: places } = await tx.query<{ xid: string; n: string }>(
      'SELECT xid, n FROM statistics_progress FOR UPDATE SKIP LOCKED',
    );
    const [place] = places;
    if (!place) return 0;
    const { rows } = await tx.query<{ n: string }>({
      name: 'statistics-count',
      text: COUNT,
      values: [place.xid, place.n, eventsMax],
    });
    return Number(rows[0]?.n ?? 0);
  });
}

const LOOK = `
  SELECT 1 FROM statistics_progress p JOIN LATERAL (
    SELECT 1 FROM output_events e
    WHERE (e.xid, e.n) > (p.xid, p.n) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY e.xid, e.n LIMIT 1
  ) ahead ON true`;

const KEY = 'workspace_id, grouping, length, at, key';

/** Judge usage is counted by the day of the output, like outcomes. */
const JUDGE_KEY = 'workspace_id, day, project_id, task_id, version_id, step';

/** Each hour is counted in three lengths, so that a year takes as few rows to read as a day. */
const LENGTHS = `
  LATERAL (VALUES
    ('hour', hour), ('day', date_trunc('day', hour, 'UTC')), ('week', date_trunc('week', hour, 'UTC'))
  ) AS l (length, at)`;

// Replaces escapes that PostgreSQL cannot read. The text of a judge does not matter here. Any other escape keeps the
// JSON valid, also where its backslash is itself escaped.
const READABLE = String.raw`regexp_replace(applied, '\\u(0000|d[89a-f])', '\\n', 'g')`;
// More than any run costs. The sum of two costs of 1e308 overflows, which would stop statistics for everyone. Older
// rows contain such values, and providers may report anything.
const COST_MAX = 1e12;

/**
 * The judge usage of a result or of shadow rules. Most texts do not contain the evaluator's name and are not parsed at
 * all.
 */
const JUDGED = `
  SELECT count(*)::int AS calls, sum((rule ->> 3)::float8) AS ms,
    sum(least(coalesce((rule -> 5 ->> 'costUsd')::float8, 0), ${COST_MAX})) AS cost_usd,
    jsonb_agg(jsonb_build_array(
      rule ->> 0, (rule ->> 3)::float8, least(coalesce((rule -> 5 ->> 'costUsd')::float8, 0), ${COST_MAX})
    )) AS each
  FROM (SELECT coalesce(r.applied, s.applied) AS applied) AS rules, json_array_elements(
    CASE WHEN applied LIKE '%,"llm",%' THEN ${READABLE} END::json
  ) AS rule
  WHERE rule ->> 2 = 'llm' AND (rule -> 5 ->> 'attempts')::int > 0`;

/** Maps a duration in ms to a step. Four steps double the duration. */
const stepOf = (ms: string) => `floor(4 * ln(greatest(${ms}, 1)) / ln(2::float8))::smallint`;

// Reads each by primary key, whatever the planner assumes about a growing table: OFFSET prevents a join.
const BEFORE = `
          SELECT u.step, u.n
          FROM statistics_decision_times t, unnest(t.steps, t.counts) AS u (step, n)
          WHERE (t.workspace_id, t.grouping, t.length, t.key, t.at)
            = (c.workspace_id, c.grouping, c.length, c.key, c.at) OFFSET 0`;

/** New and earlier decision times together. The tables are read as of the start of the statement. */
const TIMES = `
    SELECT ${KEY}, step, sum(n)::int AS n FROM (
      SELECT ${KEY}, step, n FROM steps
      UNION ALL
      SELECT ${KEY}, before.step, before.n
      FROM (SELECT DISTINCT ${KEY} FROM steps) AS c CROSS JOIN LATERAL (${BEFORE}) AS before
    ) AS known GROUP BY ${KEY}, step`;

const QUANTILES = `
    SELECT ${KEY}, min(step) FILTER (WHERE 2 * below >= decided) AS p50_step,
      min(step) FILTER (WHERE 10 * below >= 9 * decided) AS p90_step
    FROM (
      SELECT ${KEY}, step, sum(n) OVER (PARTITION BY ${KEY} ORDER BY step) AS below,
        sum(n) OVER (PARTITION BY ${KEY}) AS decided
      FROM times
    ) AS summed GROUP BY ${KEY}`;

/** If several approvals are needed, the first clears the previous decision and the last one decides. */
const clearedByApproval = (decision: string, by = 'true'): string => `EXISTS (
        SELECT FROM approvals a
        WHERE a.workspace_id = ${decision}.workspace_id AND a.output_id = ${decision}.output_id
          AND a.at = ${decision}.cleared_at AND ${by})`;

const WAITS = `p.status IN ('flagged', 'error')`;

/** Whether a matching decision was cleared. OFFSET keeps the planner from reading all decisions. */
const clears = (which: string): string => `EXISTS (
        SELECT FROM decisions c
        WHERE c.workspace_id = p.workspace_id AND c.output_id = p.output_id AND ${which}
        OFFSET 0)`;

// Whether the decision replaces the previous one. Their numbers have no gaps, and all are deleted together.
const TAKES_PLACE = clears(`c.n = d.n - 1 AND (c.cleared_at = p.at OR ${clearedByApproval('c')})`);

/**
 * Whether an output entered or left the queue. A new evaluation, a flag on a waiting output, or a decision on one that
 * did not wait, such as a sample, changes nothing. Nor does the result of an output that came in as a dead letter: only
 * the event of a dead letter has no run.
 */
const MOVES_QUEUE = `CASE p.event
        WHEN 'evaluated' THEN
          ${WAITS} AND coalesce(p.run, o.run) = 1 AND p.decision IS NULL
            AND (p.run IS NULL OR o.is_recovered IS NOT TRUE)
        WHEN 'flagged' THEN ${clears('c.cleared_at = p.at')} OR (
          o.verdict = 'pass' AND NOT o.require_approval AND o.rule_approvals IS NULL AND NOT EXISTS (
            SELECT FROM timeline e WHERE e.workspace_id = p.workspace_id AND e.output_id = p.output_id
              AND e.stage = 'flagged' AND e.at < p.at
            OFFSET 0))
        WHEN 'decided' THEN ${WAITS} AND NOT ${TAKES_PLACE}
      END`;

const ALIKE = `workspace_id, hour, event, status, project_id, task_id, model, instructions_version, step,
      decided_by, reason_ids, moves_queue`;

/**
 * Computes the facts of each event once. Groups identical ones, which are frequent, before they are expanded into six
 * groupings. Reads as far as streams do: events before the oldest open transaction are final. The costs of an output
 * count with its first result, and judge usage with the stored result: if another run replaced a result before it was
 * counted, its judge usage is lost. A decision that another person replaced counts as overridden in the hour in
 * which it was made. By reviewer and reason, decisions take the place of results. For an output that was deleted before
 * it was counted, model, version and costs are lost.
 */
const COUNT = `
  WITH passed AS MATERIALIZED (
    SELECT * FROM output_events
    WHERE (xid, n) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY xid, n LIMIT $3
  ), facts AS MATERIALIZED (
    SELECT
      p.workspace_id, date_trunc('hour', p.at, 'UTC') AS hour, p.event, p.status,
      coalesce(p.project_id, o.project_id) AS project_id, coalesce(p.task_id, o.task_id) AS task_id, o.model,
      o.instructions_version::text AS instructions_version, j.calls, j.ms, j.cost_usd AS judge_cost_usd,
      CASE WHEN coalesce(p.run, o.run) = 1 AND p.event = 'evaluated' THEN least(coalesce(o.cost_usd, 0), ${COST_MAX}) END AS cost_usd,
      CASE WHEN p.event = 'decided'
        THEN ${stepOf('extract(epoch FROM p.at - o.evaluated_at)::float8 * 1000')} END AS step,
      CASE WHEN p.event = 'decided' THEN p.decided_by END AS decided_by, d.reason_ids,
      former.at AS former_at, former.decided_by AS former_by, former.reason_ids AS former_reasons,
      (o.timestamp AT TIME ZONE 'UTC')::date AS day, j.each AS judges, ${MOVES_QUEUE} AS moves_queue
    FROM passed p
    LEFT JOIN outputs o ON o.workspace_id = p.workspace_id AND o.id = p.output_id
    LEFT JOIN output_results r
      ON p.event = 'evaluated' AND r.workspace_id = p.workspace_id AND r.id = p.output_id
      AND coalesce(p.run = o.run - (NOT o.is_applied)::integer, true)
    LEFT JOIN shadow_results s
      ON p.event = 'shadowed' AND s.workspace_id = p.workspace_id AND s.id = p.output_id
      AND coalesce(s.run = p.run, true)
    LEFT JOIN LATERAL (${JUDGED}) AS j ON true
    LEFT JOIN LATERAL (
      SELECT n, reason_ids FROM decisions d
      WHERE d.workspace_id = p.workspace_id AND d.output_id = p.output_id AND d.at = p.at
        AND d.decision = p.decision AND d.decided_by = p.decided_by
      ORDER BY n DESC LIMIT 1
    ) AS d ON p.event = 'decided'
    LEFT JOIN decisions former ON former.workspace_id = p.workspace_id
      AND former.output_id = p.output_id AND former.n = d.n - 1
      AND former.decided_by <> p.decided_by
      AND (former.cleared_at = p.at OR former.decision <> p.decision AND ${clearedByApproval('former', 'a.email <> former.decided_by')})
    WHERE p.event IN ('evaluated', 'flagged', 'decided', 'shadowed')
  ), alike AS MATERIALIZED (
    SELECT ${ALIKE}, count(*) AS n, sum(cost_usd) AS cost_usd, sum(calls) AS calls, sum(ms) AS ms,
      sum(judge_cost_usd) AS judge_cost_usd
    FROM facts GROUP BY ${ALIKE}
    UNION ALL
    SELECT workspace_id, date_trunc('hour', former_at, 'UTC') AS hour, 'overridden', NULL, project_id, task_id,
      model, instructions_version, NULL, former_by, former_reasons, NULL, 1, NULL, NULL, NULL, NULL
    FROM facts WHERE former_at IS NOT NULL
  ), spread AS MATERIALIZED (
    SELECT f.*, f.event = 'shadowed' AS is_shadow, g.grouping, coalesce(g.key, '') AS key, false AS of_decisions
    FROM alike f, LATERAL (VALUES
      ('all', 'all'), ('status', status), ('project', project_id), ('task', task_id), ('model', model),
      ('instructionsVersion', instructions_version), ('${QUEUE}', CASE WHEN moves_queue THEN 'all' END)
    ) AS g (grouping, key)
    WHERE grouping NOT IN ('status', '${QUEUE}') OR key IS NOT NULL
    UNION ALL
    SELECT f.*, false, g.grouping, g.key, true
    FROM alike f, LATERAL (
      SELECT 'decidedBy', decided_by
      UNION ALL
      SELECT grouping, reason
      FROM unnest(reason_ids) AS reason, (VALUES ('reason'), ('${REASONS_OF}' || decided_by)) AS r (grouping)
    ) AS g (grouping, key)
    WHERE decided_by IS NOT NULL
  ), hourly AS (
    SELECT workspace_id, grouping, hour, key,
      coalesce(sum(n) FILTER (WHERE event = 'evaluated' OR of_decisions AND event = 'decided'), 0) AS results,
      coalesce(sum(n) FILTER (WHERE event = 'evaluated' AND status = 'pass'), 0) AS passed,
      coalesce(sum(n) FILTER (WHERE event = 'flagged' OR event = 'evaluated' AND status = 'flagged'), 0) AS flagged,
      coalesce(sum(n) FILTER (WHERE event = 'evaluated' AND status = 'error'), 0) AS errors,
      coalesce(sum(n) FILTER (WHERE event = 'decided'), 0) AS decided,
      coalesce(sum(n) FILTER (WHERE event = 'overridden'), 0) AS overridden, coalesce(sum(cost_usd), 0) AS cost_usd,
      coalesce(sum(calls) FILTER (WHERE NOT is_shadow), 0) AS judge_calls,
      coalesce(sum(ms) FILTER (WHERE NOT is_shadow), 0) AS judge_ms,
      coalesce(sum(judge_cost_usd) FILTER (WHERE NOT is_shadow), 0) AS judge_cost_usd,
      coalesce(sum(calls) FILTER (WHERE is_shadow), 0) AS shadow_calls,
      coalesce(sum(judge_cost_usd) FILTER (WHERE is_shadow), 0) AS shadow_cost_usd
    FROM spread GROUP BY workspace_id, grouping, hour, key
  ), hourly_steps AS (
    SELECT workspace_id, grouping, hour, key, step, sum(n) AS n
    FROM spread WHERE step IS NOT NULL AND grouping <> '${QUEUE}' GROUP BY workspace_id, grouping, hour, key, step
  ), steps AS (
    SELECT ${KEY}, step, sum(n)::int AS n FROM hourly_steps, ${LENGTHS} GROUP BY ${KEY}, step
  ), times AS MATERIALIZED (${TIMES}
  ), quantiles AS (${QUANTILES}
  ), counted AS (
    INSERT INTO statistics_counts AS c (${KEY}, results, passed, flagged, errors, decided, cost_usd,
      judge_calls, judge_ms, judge_cost_usd, shadow_calls, shadow_cost_usd, overridden, p50_step, p90_step)
    SELECT ${KEY}, sum(results), sum(passed), sum(flagged), sum(errors), sum(decided), sum(cost_usd),
      sum(judge_calls), sum(judge_ms), sum(judge_cost_usd), sum(shadow_calls), sum(shadow_cost_usd),
      sum(overridden), min(p50_step), min(p90_step)
    FROM (
      SELECT ${KEY}, results, passed, flagged, errors, decided, cost_usd, judge_calls, judge_ms,
        judge_cost_usd, shadow_calls, shadow_cost_usd, overridden, NULL::smallint AS p50_step,
        NULL::smallint AS p90_step
      FROM hourly, ${LENGTHS}
      UNION ALL
      SELECT ${KEY}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, p50_step, p90_step FROM quantiles
    ) AS changes GROUP BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET
      results = c.results + excluded.results, passed = c.passed + excluded.passed,
      flagged = c.flagged + excluded.flagged, errors = c.errors + excluded.errors,
      decided = c.decided + excluded.decided, cost_usd = c.cost_usd + excluded.cost_usd,
      judge_calls = c.judge_calls + excluded.judge_calls,
      judge_ms = c.judge_ms + excluded.judge_ms,
      judge_cost_usd = c.judge_cost_usd + excluded.judge_cost_usd,
      shadow_calls = c.shadow_calls + excluded.shadow_calls,
      shadow_cost_usd = c.shadow_cost_usd + excluded.shadow_cost_usd,
      overridden = c.overridden + excluded.overridden,
      p50_step = coalesce(excluded.p50_step, c.p50_step),
      p90_step = coalesce(excluded.p90_step, c.p90_step)
  ), timed AS (
    INSERT INTO statistics_decision_times (${KEY}, steps, counts)
    SELECT ${KEY}, array_agg(step ORDER BY step), array_agg(n ORDER BY step)
    FROM times GROUP BY ${KEY}
    ON CONFLICT (${KEY}) DO UPDATE SET steps = excluded.steps, counts = excluded.counts
  ), judged AS (
    INSERT INTO judge_counts AS c (${JUDGE_KEY}, calls, cost_usd)
    SELECT workspace_id, day, project_id, coalesce(task_id, ''), judge ->> 0,
      ${stepOf('(judge ->> 1)::float8')}, count(*), sum((judge ->> 2)::float8)
    FROM facts, jsonb_array_elements(judges) AS judge WHERE day IS NOT NULL AND project_id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (${JUDGE_KEY}) DO UPDATE SET
      calls = c.calls + excluded.calls, cost_usd = c.cost_usd + excluded.cost_usd
  ), moved AS (
    UPDATE statistics_progress s SET xid = l.xid, n = l.n
    FROM (SELECT xid, n FROM passed ORDER BY xid DESC, n DESC LIMIT 1) l
  )
  SELECT count(*) AS n FROM passed`;
