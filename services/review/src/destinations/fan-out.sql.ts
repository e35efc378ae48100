import { CALLBACK_EVENTS, eventsOfCallback, type OutputEvent } from '@output-review/contracts';
import { textArray, type Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { nextDigest } from './digest-items.sql.ts';
import { CALLING_EVENTS } from './notifications.pure.ts';

/** An event for destinations. Without a time, it happened when the output was evaluated. */
export interface FannedOut extends OutputKey {
  readonly event: OutputEvent;
  readonly at?: Date;
  /** The lesson of a `taught` event. */
  readonly lesson?: string;
  /** Whether every channel gets it, regardless of its settings. */
  readonly isForced?: boolean;
  /** Whether only a Slack app with a message to update gets it. */
  readonly isSilent?: boolean;
}

/**
 * Writes the deliveries of events in their transaction, after the last change of the output rows. Events for a digest
 * are only gathered. @returns whether there are any deliveries.
 */
export async function fanOut(
  tx: Transaction,
  happened: readonly FannedOut[],
  now: Date,
): Promise<boolean> {
  if (happened.length === 0) return false;
  const { rowCount } = await tx.query({
    name: 'fan-out',
    text: FAN_OUT,
    values: [
      textArray(happened.map(({ workspaceId }) => workspaceId)),
      textArray(happened.map(({ id }) => id)),
      happened.map(({ event }) => event),
      happened.map(({ at }) => at ?? null),
      textArray(happened.map(({ lesson }) => lesson ?? null)),
      happened.map(({ isForced }) => isForced ?? false),
      happened.map(({ isSilent }) => isSilent ?? false),
      now,
    ],
  });
  return (rowCount ?? 0) > 0;
}

/** Quotes constants as an SQL list. */
export const listed = (words: readonly string[]): string =>
  words.map((word) => `'${word}'`).join(', ');

/** Whether the callback URL of an output wants an event. */
const CALLBACK_WANTS = `CASE t.callback_events ${CALLBACK_EVENTS.map(
  (wanted) => `WHEN '${wanted}' THEN t.event IN (${listed(eventsOfCallback(wanted))})`,
).join(' ')} ELSE false END`;

/**
 * Whether a Slack app gets an event. It gets requests for decisions like other channels. It gets their outcome,
 * including a pass after a new evaluation, if there is a message to update or one in flight.
 */
const SLACK_APP_WANTS = `
  CASE WHEN t.event IN (${listed(CALLING_EVENTS)}) THEN t.event = ANY (d.events) OR t.is_forced
    ELSE (t.event = ANY (d.events) OR t.event = 'pass') AND (EXISTS (
      SELECT FROM slack_messages m WHERE m.workspace_id = t.workspace_id AND m.output_id = t.id
    ) OR EXISTS (
      SELECT FROM deliveries called
      WHERE called.workspace_id = t.workspace_id AND called.output_id = t.id
        AND called.destination_id = d.id AND called.state IN ('pending', 'retrying')
        AND called.event IN (${listed(CALLING_EVENTS)})
    )) END`;

/**
 * When a digest will contain it, null if it is sent at once: without a digest, for a flag by a person, and if its
 * deadline is before the digest.
 */
const DIGEST_AT = `
  CASE WHEN d.digest IS NOT NULL AND t.event IN ('flagged', 'error') AND NOT t.is_forced
    AND (t.due_at IS NULL OR t.due_at > ${nextDigest('$8::timestamptz')})
  THEN ${nextDigest('$8::timestamptz')} END`;

/**
 * Creates a delivery for each destination that wants the event, or gathers it for a digest. Copies the changing columns
 * of the outputs as the transaction leaves them, and nothing of a deleted output. A result has the time of its
 * evaluation.
 */
const FAN_OUT = `
  WITH happened AS (
    SELECT
      t.*, o.status, o.verdict, o.confidence_score, o.evaluated_at, o.callback_events, o.due_at,
      o.human_decision, o.decision_source, o.decided_at, o.decided_by,
      t.event = 'deleted' AS is_deleted
    FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::boolean[], $7::boolean[]
    ) WITH ORDINALITY AS t (workspace_id, id, event, at, lesson, is_forced, is_silent, place)
    JOIN outputs o ON o.workspace_id = t.workspace_id AND o.id = t.id
  ), wanted AS (
    SELECT t.*, d.id AS destination_id, d.kind, ${DIGEST_AT} AS digest_at
    FROM happened t JOIN destinations d ON d.workspace_id = t.workspace_id
    WHERE d.is_active AND (d.kind = 'slack_app' OR NOT t.is_silent) AND CASE d.kind
      WHEN 'callbacks' THEN ${CALLBACK_WANTS}
      WHEN 'slack_app' THEN ${SLACK_APP_WANTS}
      ELSE t.event = ANY (d.events) OR t.is_forced AND d.kind IN ('slack', 'email') END
  ), gathered AS (
    INSERT INTO digest_items (workspace_id, destination_id, output_id, happened_at, digest_at)
    SELECT workspace_id, destination_id, id, coalesce(at, evaluated_at), digest_at FROM wanted
    WHERE digest_at IS NOT NULL
  )
  INSERT INTO deliveries (
    workspace_id, destination_id, lane, output_id, event, happened_at,
    status, verdict, confidence_score, words, callback_url_sealed
  )
  SELECT
    w.workspace_id, w.destination_id, coalesce(b.callback_lane, w.destination_id), w.id, w.event,
    coalesce(w.at, w.evaluated_at),
    CASE WHEN NOT w.is_deleted THEN w.status END,
    CASE WHEN NOT w.is_deleted THEN w.verdict END,
    CASE WHEN NOT w.is_deleted THEN w.confidence_score END,
    CASE WHEN NOT w.is_deleted THEN json_build_object(
      'explanation', r.explanation, 'flagReason', r.flag_reason,
      'decision', w.human_decision, 'decisionSource', w.decision_source,
      'comment', coalesce(w.lesson, c.comment), 'correctedOutput', c.corrected_output,
      'correctedAction', c.corrected_action::json, 'reasonIds', coalesce(c.reason_ids, '{}'),
      'decidedAt', to_char(w.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'decidedBy', w.decided_by
    )::text END,
    b.callback_url_sealed
  FROM wanted w
  LEFT JOIN output_results r
    ON r.workspace_id = w.workspace_id AND r.id = w.id AND NOT w.is_deleted
  LEFT JOIN decisions c
    ON c.workspace_id = w.workspace_id AND c.output_id = w.id AND c.cleared_at IS NULL
    AND NOT w.is_deleted
  LEFT JOIN output_bodies b
    ON b.workspace_id = w.workspace_id AND b.id = w.id AND w.kind = 'callbacks'
  WHERE w.digest_at IS NULL
  ORDER BY w.place`;

/**
 * The event of an evaluated row `s`, null if its workspace certainly has no destination for it. Most workspaces have
 * none, which an index lookup shows. The destination of callbacks exists once anyone lists destinations, and is only for
 * outputs with a callback.
 */
export const EVENT_IF_SUBSCRIBED = `
  CASE WHEN s.status <> 'pending' AND (s.callback_events IS NOT NULL OR EXISTS (
    SELECT FROM destinations d
    WHERE d.workspace_id = s.workspace_id AND d.is_active AND d.kind <> 'callbacks'
  )) THEN s.status END`;
