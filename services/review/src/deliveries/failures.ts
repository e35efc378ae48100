import { DECISIONS, destinationsSwitchedOff, STATUS_EVENTS } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';
import { type BaseContext, type Outbox, transact, type Tx } from '@output-review/shared-kernel';

import { isChannel } from '../destinations/destinations.pure.ts';
import { isCalling } from '../destinations/notifications.pure.ts';
import type { AttemptConclusion } from './attempts.pure.ts';
import { addToTimelines, type EndedAttempt, keepFailure, KEEPS_ANSWER } from './health.sql.ts';
import type { ClaimedDelivery } from './rows.sql.ts';

/** The dependencies of a transaction that also publishes. */
export type Publishing = Outbox & Pick<BaseContext, 'service' | 'db'>;

/**
 * Records a failed attempt and its consequences: for the delivery, its destination, and the timeline of its output.
 * Locks rows in the order of all transactions that change several of these: outputs, destinations, deliveries.
 */
export function settleFailure(publishing: Publishing, attempt: EndedAttempt): Promise<void> {
  return transact(publishing, async (tx) => {
    const output = await lockOutput(tx, attempt);
    const failingSince = await keepFailure(tx, attempt);
    if (failingSince) publishSwitchedOff(tx, attempt, failingSince);
    const conclusion = attempt.conclude(await isSuperseded(tx, attempt.delivery, output));
    await writeFailure(tx, attempt, conclusion);
    if (output?.is_visible) await addToTimelines(tx, [{ ...attempt, conclusion }]);
  });
}

function publishSwitchedOff(
  tx: Tx,
  { delivery: { workspaceId, destinationId, target }, at }: EndedAttempt,
  failingSince: Date,
): void {
  tx.publish(destinationsSwitchedOff, {
    key: `${workspaceId}/${destinationId}`,
    at,
    data: {
      ...{ workspaceId, destinationId, address: target?.address ?? '' },
      ...{ failingSince: failingSince.toISOString(), switchedOffAt: at.toISOString() },
    },
  });
}

interface DeliveredOutput {
  readonly is_visible: boolean;
  readonly decided_at: Date | null;
}

/** Null if there is none. */
async function lockOutput(
  tx: Transaction,
  { delivery: { workspaceId, outputId } }: EndedAttempt,
): Promise<DeliveredOutput | null> {
  if (outputId === null) return null;
  const { rows } = await tx.query<DeliveredOutput>({
    name: 'lock-delivered-output',
    text: `SELECT visible AS is_visible, decided_at FROM outputs
      WHERE workspace_id = $1 AND id = $2 FOR KEY SHARE`,
    values: [workspaceId, outputId],
  });
  return rows[0] ?? null;
}

/**
 * Whether it is superseded: its output was deleted, or was decided and the destination is either notified of that or is
 * a channel, which only requests decisions.
 */
async function isSuperseded(
  tx: Transaction,
  { workspaceId, outputId, destinationId, id, event, kind, happenedAt }: ClaimedDelivery,
  output: DeliveredOutput | null,
): Promise<boolean> {
  if (outputId === null || !output || event === 'deleted') return false;
  if (!output.is_visible) return true;
  if (isChannel(kind) && isCalling(event)) {
    return output.decided_at !== null && output.decided_at >= happenedAt;
  }
  if (!STATUS_EVENT_NAMES.has(event)) return false;
  const { rows } = await tx.query({
    name: 'find-later-decision',
    text: `SELECT FROM deliveries later
      WHERE later.workspace_id = $1 AND later.output_id = $2 AND later.destination_id = $3
        AND later.n > (SELECT n FROM deliveries WHERE id = $4) AND later.event = ANY ($5::text[])
      LIMIT 1`,
    values: [workspaceId, outputId, destinationId, id, DECISIONS],
  });
  return rows.length > 0;
}

const STATUS_EVENT_NAMES: ReadonlySet<string> = new Set(STATUS_EVENTS);

// A delivery that was replayed, or claimed again after its lease expired, ignores this attempt.
const WRITE = `
WITH attempt AS (
  INSERT INTO delivery_attempts (workspace_id, delivery_id, at, status, error, latency_ms, answer)
  SELECT workspace_id, id, $3, $4, $5, $6, CASE WHEN ${KEEPS_ANSWER} THEN $7 END
  FROM deliveries WHERE id = $1
)
UPDATE deliveries SET
  state = CASE WHEN state IN ('pending', 'retrying') THEN $8 ELSE state END,
  attempt_count = attempt_count + CASE WHEN $10 THEN 0 ELSE 1 END, lease_until = NULL, last_status = $4, last_error = $5,
  next_attempt_at = CASE WHEN state IN ('pending', 'retrying') THEN $9::timestamptz END
WHERE id = $1 AND lease_until = $2`;

async function writeFailure(
  tx: Transaction,
  { delivery, answer, at, latencyMs }: EndedAttempt,
  { state, nextAttemptAt, isPaced }: AttemptConclusion,
): Promise<void> {
  await tx.query({
    name: 'write-failed-attempt',
    text: WRITE,
    values: [
      ...[delivery.id, delivery.leaseUntil, at, answer.status, answer.error, latencyMs],
      ...[answer.answer, state, nextAttemptAt, isPaced],
    ],
  });
}
