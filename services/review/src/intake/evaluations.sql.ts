import type { Transaction } from '@output-review/runtime';

import { IS_ASSIGNED, MAY_BE_ROUTED } from '../assignments/routing.sql.ts';
import { EVENT_IF_SUBSCRIBED } from '../destinations/fan-out.sql.ts';
import { DAILY_KEY } from '../outputs/counts.sql.ts';
import { countWritten, OUTCOME_COLUMNS } from '../outputs/outcomes.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { rateFor } from './samples.sql.ts';

/**
 * Applies a batch of results, each only if its run is current and has no result yet: a redelivery cannot undo a flag or
 * a decision. A result that precedes its submission creates a stub.
 *
 * Returns events for destinations, the sample rates of passed outputs, outputs that may need a review group, and those
 * that were decided before (`streamDecided`). A batch must not have duplicate keys.
 */
export const APPLY_EVALUATIONS = `
  WITH input AS (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::text[], $6::float8[],
      $7::bigint[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[]
    ) AS t (
      workspace_id, id, run, evaluated_at, verdict, confidence_score, rule_set, explanation, applied,
      failed_versions, outcome_set, rule_approvals
    )
  ), stored AS (
    INSERT INTO outputs AS o (
      workspace_id, id, timestamp, created_at, queued_at, evaluated_at, verdict, confidence_score,
      rule_set, failed_versions, outcome_set, rule_approvals, run, is_applied, visible
    )
    SELECT
      workspace_id, id, evaluated_at, evaluated_at, evaluated_at, evaluated_at, verdict,
      confidence_score, rule_set, failed_versions::text[], outcome_set, rule_approvals::jsonb, run, true, false
    FROM input ORDER BY workspace_id COLLATE "C", id COLLATE "C"
    ON CONFLICT (workspace_id, id) DO UPDATE SET
      evaluated_at = excluded.evaluated_at, verdict = excluded.verdict,
      confidence_score = excluded.confidence_score, rule_set = excluded.rule_set,
      failed_versions = excluded.failed_versions, outcome_set = excluded.outcome_set,
      rule_approvals = excluded.rule_approvals, is_applied = true,
      status = CASE
        WHEN NOT o.visible OR o.is_set_aside THEN o.status
        WHEN o.require_approval OR o.is_flagged OR excluded.verdict = 'fail'
          OR excluded.rule_approvals IS NOT NULL THEN 'flagged'
        WHEN excluded.verdict IS NULL THEN 'error'
        ELSE 'pass' END,
      sample_rate = CASE
        WHEN o.visible AND NOT o.is_set_aside AND excluded.verdict = 'pass'
          AND NOT o.require_approval AND NOT o.is_flagged
        THEN ${rateFor('o')} END
    WHERE o.run = excluded.run AND NOT o.is_applied AND o.deleted_at IS NULL
    RETURNING
      workspace_id, id, project_id, task_id, timestamp, status, evaluated_at, run, callback_events, sample_rate,
      -- A withdrawn output, or one whose submission is a dead letter, may have been decided before its result
      -- arrived. Then no decision is requested.
      human_decision IS NOT NULL AS is_decided, human_decision,
      visible AND NOT is_set_aside AS is_counted,
      ${IS_ASSIGNED},${OUTCOME_COLUMNS}
  ), results AS (
    INSERT INTO output_results (workspace_id, id, explanation, applied)
    SELECT i.workspace_id, i.id, i.explanation, i.applied
    FROM input i JOIN stored s ON s.workspace_id = i.workspace_id AND s.id = i.id
    ON CONFLICT (workspace_id, id) DO UPDATE SET
      explanation = excluded.explanation, applied = excluded.applied
  ), streamed AS (
    INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status, run)
    SELECT workspace_id, id, 'evaluated', evaluated_at, project_id, task_id, status, run
    FROM stored WHERE is_counted AND NOT is_decided
  ), moved AS (
    SELECT
      workspace_id, (timestamp AT TIME ZONE 'UTC')::date AS day, project_id,
      coalesce(task_id, '') AS task, status, is_decided, count(*) AS n
    FROM stored WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6
  ), counted AS (
    INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
    SELECT workspace_id, day, project_id, task, status, is_decided, $13::smallint, sum(n)
    FROM (
      SELECT * FROM moved
      UNION ALL
      SELECT workspace_id, day, project_id, task, 'pending', is_decided, -n FROM moved
    ) changes GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n + excluded.n
  ), outcomes AS (${countWritten('(SELECT * FROM stored WHERE is_counted) AS counted', '$13')}
  )
  SELECT workspace_id AS "workspaceId", id, event, sample_rate AS "sampleRate",
    may_be_routed AS "mayBeRouted", passes_again AS "passesAgain", is_decided AS "isDecided"
  FROM (
    SELECT workspace_id, id, sample_rate, is_decided, run > 1 AND status = 'pass' AS passes_again,
      CASE WHEN NOT is_decided THEN ${EVENT_IF_SUBSCRIBED} END AS event,
      ${MAY_BE_ROUTED} AS may_be_routed
    FROM stored s WHERE is_counted
  ) events
  WHERE event IS NOT NULL OR sample_rate IS NOT NULL OR may_be_routed OR is_decided`;

/**
 * Tells streams of the results of outputs that were decided before. Separately from the results: their statement may
 * have begun before the decision, and an event takes its place by the beginning of its statement.
 */
export async function streamDecided(tx: Transaction, keys: readonly OutputKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    `INSERT INTO output_events (
       workspace_id, output_id, event, at, project_id, task_id, status, run, decision, decided_by
     )
     SELECT workspace_id, id, 'evaluated', evaluated_at, project_id, task_id, status, run, human_decision, decided_by
     FROM outputs WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    keyColumns(keys),
  );
}
