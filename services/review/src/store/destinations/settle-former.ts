import { DECISIONS, STATUS_EVENTS } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import type { OutputKey } from '../../domain/output.ts';
import { keyColumns } from '../save-outputs.ts';

// What is being sent at this moment is left to who sends it; he looks again before he would repeat it.
const IS_WAITING = `
  d.state IN ('pending', 'retrying') AND (d.lease_until IS NULL OR d.lease_until <= $3)`;

const SUPERSEDE_STATUSES = `
  UPDATE deliveries d SET state = 'superseded', next_attempt_at = NULL
  FROM unnest($1::text[], $2::text[]) AS t (workspace_id, id), destinations x
  WHERE d.workspace_id = t.workspace_id AND d.output_id = t.id AND d.event = ANY ($4::text[])
    AND ${IS_WAITING} AND x.id = d.destination_id
    AND (x.kind IN ('slack', 'email') OR EXISTS (
      SELECT FROM deliveries later
      WHERE later.workspace_id = d.workspace_id AND later.output_id = d.output_id
        AND later.destination_id = d.destination_id AND later.n > d.n
        AND later.event = ANY ($5::text[])))`;

/**
 * Has nobody told any more what the rules said of outputs that are decided now: neither who hears of the
 * decision instead, nor the channels, which call for one.
 */
export async function supersedeStatuses(
  tx: Transaction,
  decided: readonly OutputKey[],
  at: Date,
): Promise<void> {
  if (decided.length === 0) return;
  await tx.query(SUPERSEDE_STATUSES, [...keyColumns(decided), at, STATUS_EVENTS, DECISIONS]);
}

const EMPTY_DELIVERIES = `
  WITH emptied AS (
    UPDATE deliveries d SET
      state = CASE WHEN ${IS_WAITING} THEN 'superseded' ELSE d.state END,
      next_attempt_at = CASE WHEN NOT (${IS_WAITING}) THEN d.next_attempt_at END,
      status = NULL, verdict = NULL, confidence_score = NULL, words = NULL,
      callback_url_sealed = NULL
    FROM unnest($1::text[], $2::text[]) AS t (workspace_id, id)
    WHERE d.workspace_id = t.workspace_id AND d.output_id = t.id AND d.event <> 'deleted'
    RETURNING d.id
  )
  UPDATE delivery_attempts a SET answer = NULL
  FROM emptied d WHERE a.delivery_id = d.id AND a.answer IS NOT NULL`;

/** Takes the words of deleted outputs out of what was told of them, and tells it nobody any more. */
export async function emptyDeliveries(
  tx: Transaction,
  deleted: readonly OutputKey[],
  at: Date,
): Promise<void> {
  if (deleted.length === 0) return;
  await tx.query(EMPTY_DELIVERIES, [...keyColumns(deleted), at]);
}
