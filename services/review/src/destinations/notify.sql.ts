import {
  DECISIONS,
  type OutputEvent,
  STATUS_EVENTS,
  type StreamedEvent,
} from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { type FannedOut, fanOut, listed } from './fan-out.sql.ts';
import { CALLING_EVENTS } from './notifications.pure.ts';

/** An event for streams and destinations. Reads the state of the output when it is sent. */
export interface Happening extends FannedOut {
  readonly at: Date;
}

/**
 * Writes the events for streams and destinations in their transaction, and supersedes waiting deliveries of the same
 * outputs. @returns whether there is anything to deliver.
 */
export async function notify(tx: Transaction, happenings: readonly Happening[]): Promise<boolean> {
  const [first] = happenings;
  if (!first) return false;
  await addToStream(tx, happenings);
  const hasDeliveries = await fanOut(tx, happenings, first.at);
  await supersedeCalls(tx, happenings.filter(isDecision));
  await emptyDeliveries(
    tx,
    happenings.filter(({ event }) => event === 'deleted'),
    first.at,
  );
  return hasDeliveries;
}

async function addToStream(tx: Transaction, happenings: readonly Happening[]): Promise<void> {
  const streamed = happenings.flatMap((happening) => {
    const event = streamedEventOf(happening.event);
    return event === null ? [] : [{ ...happening, event }];
  });
  if (streamed.length === 0) return;
  await tx.query(
    `INSERT INTO output_events (
       workspace_id, output_id, event, at, project_id, task_id, status, decision, decided_by
     )
     SELECT
       t.workspace_id, t.id, t.event, t.at, o.project_id, o.task_id,
       CASE WHEN t.event <> 'deleted' THEN o.status END,
       CASE WHEN t.event <> 'deleted' THEN o.human_decision END,
       CASE WHEN t.event <> 'deleted' THEN o.decided_by END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
       WITH ORDINALITY AS t (workspace_id, id, event, at, place)
     JOIN outputs o ON o.workspace_id = t.workspace_id AND o.id = t.id
     ORDER BY t.place`,
    [...keyColumns(streamed), streamed.map(({ event }) => event), streamed.map(({ at }) => at)],
  );
}

/** Null for events that lists of outputs do not show. */
function streamedEventOf(event: OutputEvent): StreamedEvent | null {
  if (event === 'flagged' || event === 'deleted') return event;
  return DECISION_EVENTS.has(event) ? 'decided' : null;
}

function isDecision({ event }: Happening): boolean {
  return DECISION_EVENTS.has(event);
}

const DECISION_EVENTS: ReadonlySet<OutputEvent> = new Set(DECISIONS);

/** Whether a destination `x` is a channel, like `isChannel`. */
export const IS_CHANNEL = `x.kind IN ('slack', 'slack_app', 'email')`;

/** Whether a destination got a decision after a delivery `d` of the rules' verdict. */
export const DECISION_FOLLOWS = `d.event IN (${listed(STATUS_EVENTS)}) AND EXISTS (
  SELECT FROM deliveries later
  WHERE later.workspace_id = d.workspace_id AND later.output_id = d.output_id
    AND later.destination_id = d.destination_id AND later.n > d.n
    AND later.event IN (${listed(DECISIONS)}))`;

// For a channel, which only requests decisions: the given requests. For a receiver that gets what ended the wait: the
// rules' verdict. Includes deliveries in flight: their sender may stop before it records the result, and the next one
// must not repeat them. Locks in the order of other transactions that settle several.
const SUPERSEDE_CALLS = `
  WITH waiting AS (
    SELECT d.id FROM deliveries d
    JOIN unnest($1::text[], $2::text[]) AS t (workspace_id, id)
      ON d.workspace_id = t.workspace_id AND d.output_id = t.id
    JOIN destinations x ON x.id = d.destination_id
    WHERE d.state IN ('pending', 'retrying')
      AND (${IS_CHANNEL} AND d.event = ANY ($3::text[]) OR ${DECISION_FOLLOWS})
    ORDER BY d.workspace_id, d.n FOR UPDATE OF d
  )
  UPDATE deliveries d SET state = 'superseded', next_attempt_at = NULL
  FROM waiting WHERE d.id = waiting.id`;

/**
 * Supersedes requests to channels for a decision that was made or is no longer needed. For receivers of decisions,
 * supersedes the rules' verdict. Runs after the decision was written.
 */
export async function supersedeCalls(
  tx: Transaction,
  outputs: readonly OutputKey[],
  calls: readonly OutputEvent[] = CALLING_EVENTS,
): Promise<void> {
  if (outputs.length === 0) return;
  await tx.query(SUPERSEDE_CALLS, [...keyColumns(outputs), calls]);
}

// A delivery in flight is left to its sender, which checks again before it retries.
const IS_WAITING = `
  d.state IN ('pending', 'retrying') AND (d.lease_until IS NULL OR d.lease_until <= $3)`;

const EMPTY_DELIVERIES = `
  WITH told AS (
    SELECT d.id FROM deliveries d
    JOIN unnest($1::text[], $2::text[]) AS t (workspace_id, id)
      ON d.workspace_id = t.workspace_id AND d.output_id = t.id
    WHERE d.event <> 'deleted' ORDER BY d.workspace_id, d.n FOR UPDATE OF d
  ), emptied AS (
    UPDATE deliveries d SET
      state = CASE WHEN ${IS_WAITING} THEN 'superseded' ELSE d.state END,
      next_attempt_at = CASE WHEN NOT (${IS_WAITING}) THEN d.next_attempt_at END,
      status = NULL, verdict = NULL, confidence_score = NULL, words = NULL,
      callback_url_sealed = NULL
    FROM told WHERE d.id = told.id
    RETURNING d.id
  )
  UPDATE delivery_attempts a SET answer = NULL
  FROM emptied d WHERE a.delivery_id = d.id AND a.answer IS NOT NULL`;

/**
 * Removes the texts of deleted outputs from their deliveries, and ends these. Locks in the order of other transactions
 * that change several.
 */
async function emptyDeliveries(
  tx: Transaction,
  deleted: readonly OutputKey[],
  at: Date,
): Promise<void> {
  if (deleted.length === 0) return;
  await tx.query(EMPTY_DELIVERIES, [...keyColumns(deleted), at]);
}
