import type { OutputsSubmitted } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { IS_ASSIGNED, MAY_BE_ROUTED } from '../assignments/routing.sql.ts';
import { EVENT_IF_SUBSCRIBED } from '../destinations/fan-out.sql.ts';
import { DAILY_KEY } from '../outputs/counts.sql.ts';
import { countWritten, OUTCOME_COLUMNS } from '../outputs/outcomes.sql.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { rateFor } from './samples.sql.ts';

/**
 * Stores a batch of submissions, each with its result if that is already there. The upsert applies to stubs only: the
 * earlier result of such a row decides its status at once. Any other row stays unchanged, so a duplicate changes
 * nothing and a tombstone stays one.
 *
 * Returns the stored keys and whether they are new rows (only these took their result), the sample rate of those that
 * passed, events for destinations, and outputs that may need a review group. A batch must not have duplicate keys.
 */
export const STORE_SUBMISSIONS = `
  WITH input AS (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[],
      $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::float8[], $13::float8[], $14::integer[], $15::text[],
      $16::boolean[], $17::boolean[], $18::boolean[], $19::timestamptz[],
      $20::text[], $21::text[], $22::text[], $23::text[], $24::float8[], $25::text[], $26::text[],
      $27::text[], $28::text[], $29::text[], $30::bigint[], $31::text[],
      $32::timestamptz[], $33::text[], $34::float8[], $35::bigint[], $36::text[], $37::text[],
      $38::text[], $39::bigint[], $40::text[]
    ) AS t (
      workspace_id, id, project_id, task_id, timestamp, created_at,
      session_id, subject_id, actor_id, model, tags,
      latency_ms, cost_usd, instructions_version, revision_of,
      has_action, require_approval, is_sync, due_at,
      output, input, action, metadata, confidence, submission, callback_url_sealed,
      attachments, callback_events, callback_lane, respond_within_ms, on_deadline,
      evaluated_at, verdict, confidence_score, rule_set, explanation, applied,
      failed_versions, outcome_set, rule_approvals
    )
  ), stored AS (
    INSERT INTO outputs AS o (
      workspace_id, id, project_id, task_id, timestamp, created_at,
      session_id, subject_id, actor_id, model, tags,
      latency_ms, cost_usd, instructions_version, revision_of,
      has_action, require_approval, is_sync, due_at, respond_within_ms, on_deadline,
      callback_events, queued_at, visible,
      evaluated_at, verdict, confidence_score, rule_set, failed_versions, outcome_set, rule_approvals,
      is_applied, status, sample_rate
    )
    SELECT
      workspace_id, id, project_id, task_id, timestamp, created_at,
      session_id, subject_id, actor_id, model, tags::text[],
      latency_ms, cost_usd, instructions_version, revision_of,
      has_action, require_approval, is_sync, due_at, respond_within_ms, on_deadline,
      callback_events, $41::timestamptz, true,
      evaluated_at, verdict, confidence_score, rule_set, failed_versions::text[], outcome_set,
      rule_approvals::jsonb,
      evaluated_at IS NOT NULL,
      CASE
        WHEN evaluated_at IS NULL THEN 'pending'
        WHEN require_approval OR verdict = 'fail' OR rule_approvals IS NOT NULL THEN 'flagged'
        WHEN verdict IS NULL THEN 'error'
        ELSE 'pass' END,
      CASE WHEN verdict = 'pass' AND NOT require_approval THEN ${rateFor('input')} END
    FROM input ORDER BY workspace_id COLLATE "C", id COLLATE "C"
    ON CONFLICT (workspace_id, id) DO UPDATE SET
      project_id = excluded.project_id, task_id = excluded.task_id,
      timestamp = excluded.timestamp, created_at = excluded.created_at,
      session_id = excluded.session_id, subject_id = excluded.subject_id,
      actor_id = excluded.actor_id, model = excluded.model, tags = excluded.tags,
      latency_ms = excluded.latency_ms, cost_usd = excluded.cost_usd,
      instructions_version = excluded.instructions_version,
      revision_of = excluded.revision_of, has_action = excluded.has_action,
      require_approval = excluded.require_approval, is_sync = excluded.is_sync,
      due_at = excluded.due_at, respond_within_ms = excluded.respond_within_ms,
      on_deadline = excluded.on_deadline, callback_events = excluded.callback_events, visible = true,
      status = CASE
        WHEN NOT o.is_applied THEN 'pending'
        WHEN excluded.require_approval OR o.is_flagged OR o.verdict = 'fail'
          OR o.rule_approvals IS NOT NULL THEN 'flagged'
        WHEN o.verdict IS NULL THEN 'error'
        ELSE 'pass' END,
      sample_rate = CASE
        WHEN o.is_applied AND o.verdict = 'pass' AND NOT excluded.require_approval AND NOT o.is_flagged
        THEN ${rateFor('excluded')} END
    WHERE NOT o.visible AND o.deleted_at IS NULL
    -- For a row that existed, the upsert's lock shows in xmax.
    RETURNING
      workspace_id, id, project_id, task_id, timestamp, status, human_decision, decided_by, evaluated_at, run,
      callback_events, sample_rate, xmax = 0 AS is_new, ${IS_ASSIGNED},${OUTCOME_COLUMNS}
  ), bodies AS (
    INSERT INTO output_bodies (
      workspace_id, id, output, input, action, metadata, confidence, submission,
      callback_url_sealed, attachments, callback_lane
    )
    SELECT
      i.workspace_id, i.id, i.output, i.input, i.action, i.metadata, i.confidence, i.submission,
      i.callback_url_sealed, i.attachments, i.callback_lane
    FROM input i JOIN stored s ON s.workspace_id = i.workspace_id AND s.id = i.id
  ), results AS (
    INSERT INTO output_results (workspace_id, id, explanation, applied)
    SELECT i.workspace_id, i.id, i.explanation, i.applied
    FROM input i JOIN stored s ON s.workspace_id = i.workspace_id AND s.id = i.id
    WHERE s.is_new AND i.evaluated_at IS NOT NULL
  ), streamed AS (
    INSERT INTO output_events (
      workspace_id, output_id, event, at, project_id, task_id, status, run, decision, decided_by
    )
    SELECT workspace_id, id, 'evaluated', evaluated_at, project_id, task_id, status, run,
      human_decision, decided_by
    FROM stored WHERE status <> 'pending'
  ), counted AS (
    INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
    SELECT
      workspace_id, (timestamp AT TIME ZONE 'UTC')::date AS day, project_id,
      coalesce(task_id, '') AS task, status, human_decision IS NOT NULL, $42::smallint, count(*)
    FROM stored GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n + excluded.n
  ), outcomes AS (${countWritten("(SELECT * FROM stored WHERE status <> 'pending') AS counted", '$42')}
  )
  SELECT
    workspace_id AS "workspaceId", id, is_new AS "isNew", sample_rate AS "sampleRate",
    -- An output whose submission was a dead letter may have been decided. Then no decision is requested.
    CASE WHEN human_decision IS NULL THEN ${EVENT_IF_SUBSCRIBED} END AS event,
    ${MAY_BE_ROUTED} AS "mayBeRouted"
  FROM stored s`;

/**
 * Turns rows of dead-letter submissions back into stubs, which the submission completes, and removes them from the
 * counts.
 */
export const REOPEN_SET_ASIDE = `
  WITH reopened AS (
    UPDATE outputs SET visible = false, is_set_aside = false, is_recovered = true
    WHERE is_set_aside AND deleted_at IS NULL
      AND (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
    RETURNING
      workspace_id, id, project_id, task_id, timestamp, status, human_decision, is_applied
  ), unexplained AS (
    UPDATE output_results r SET explanation = NULL FROM reopened o
    WHERE r.workspace_id = o.workspace_id AND r.id = o.id AND NOT o.is_applied
  ), counted AS (
    INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
    SELECT
      workspace_id, (timestamp AT TIME ZONE 'UTC')::date AS day, project_id,
      coalesce(task_id, '') AS task, status, human_decision IS NOT NULL, $3::smallint, -count(*)
    FROM reopened GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n + excluded.n
  )
  SELECT workspace_id AS "workspaceId", id FROM reopened`;

/** A visible row from the key alone, searchable and counted, for an unreadable submission. */
export const STORE_SET_ASIDE = `
  WITH stored AS (
    INSERT INTO outputs AS o (
      workspace_id, id, timestamp, created_at, queued_at, status, is_set_aside, visible
    )
    VALUES ($1, $2, $3, $3, $3, 'error', true, true)
    ON CONFLICT (workspace_id, id) DO UPDATE SET status = 'error', is_set_aside = true, visible = true
    WHERE NOT o.visible AND o.deleted_at IS NULL
    RETURNING workspace_id, id, project_id, task_id, timestamp
  ), results AS (
    INSERT INTO output_results (workspace_id, id, explanation)
    SELECT workspace_id, id, $4 FROM stored
    ON CONFLICT DO NOTHING
  ), streamed AS (
    INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status)
    SELECT workspace_id, id, 'evaluated', $3, project_id, task_id, 'error' FROM stored
  ), counted AS (
    INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
    SELECT
      workspace_id, (timestamp AT TIME ZONE 'UTC')::date, project_id, '', 'error', false,
      $5::smallint, 1
    FROM stored
    ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n + excluded.n
  )
  SELECT workspace_id, id FROM stored`;

/** Stores the approvals that submissions require, next to the stored rows. Mostly none requires any. */
export async function keepSubmittedApprovals(
  tx: Transaction,
  submissions: readonly OutputsSubmitted[],
): Promise<void> {
  const asking = submissions.filter(({ approvals }) => approvals !== undefined);
  if (asking.length === 0) return;
  await tx.query(
    `UPDATE outputs o SET submitted_approvals = t.approvals
     FROM unnest($1::text[], $2::text[], $3::jsonb[]) AS t (workspace_id, id, approvals)
     WHERE o.workspace_id = t.workspace_id AND o.id = t.id AND o.visible AND o.submitted_approvals IS NULL`,
    [...keyColumns(asking), asking.map(({ approvals }) => JSON.stringify(approvals))],
  );
}
