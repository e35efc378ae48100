import { destinationsSwitchedOff } from '@output-review/contracts';
import {
  makeOutgoingEvent,
  newId,
  type OutgoingEvent,
  type Transaction,
} from '@output-review/runtime';

import {
  failsAnewAfter,
  isFailingForTooLong,
  isGone,
} from '../../domain/deliveries/destination-health.ts';
import type { EndedAttempt } from '../../use-cases/deliveries/settled-attempt.ts';

// A row that all attempts of a destination share is not written with each of them.
const WRITTEN_EVERY = `interval '10 seconds'`;

// In one order, so that two processes that tell the same destinations never wait for each other.
const SUCCEEDED = `
WITH told AS (
  SELECT x.id, latest.at
  FROM (SELECT id, max(at) AS at FROM unnest($1::text[], $2::timestamptz[]) AS t (id, at) GROUP BY id)
    AS latest
  JOIN destinations x ON x.id = latest.id
  WHERE x.failing_since IS NOT NULL OR x.last_delivered_at IS NULL
    OR x.last_delivered_at < latest.at - ${WRITTEN_EVERY}
  ORDER BY x.id FOR UPDATE OF x
)
UPDATE destinations x SET last_delivered_at = told.at, failing_since = NULL
FROM told WHERE x.id = told.id`;

/** Keeps that destinations have taken what they were told. */
export async function keepSuccesses(
  tx: Transaction,
  attempts: readonly Pick<EndedAttempt, 'delivery' | 'at'>[],
): Promise<void> {
  const ids = attempts.map(({ delivery }) => delivery.destinationId);
  const values = [ids, attempts.map(({ at }) => at)];
  await tx.query({ name: 'destinations-succeeded', text: SUCCEEDED, values });
}

const FAILED = `
UPDATE destinations SET
  failing_since = CASE WHEN failing_since IS NULL OR last_failed_at < $3 THEN $2 ELSE failing_since END,
  last_failed_at = $2
WHERE id = $1 AND (failing_since IS NULL OR last_failed_at IS NULL
  OR last_failed_at < $2::timestamptz - ${WRITTEN_EVERY})
RETURNING failing_since, is_active`;

interface FailedRow {
  readonly failing_since: Date;
  readonly is_active: boolean;
}

/** Keeps that a destination has failed, and ends one that wants no more or has failed for too long. */
export async function keepFailure(
  tx: Transaction,
  { delivery, answer, at }: EndedAttempt,
): Promise<OutgoingEvent[]> {
  const { kind, event, destinationId } = delivery;
  if (event === 'test') return [];
  if (isGone(kind, answer.status)) {
    await endDestination(tx, delivery, { reason: 'gone', waiting: 'superseded' });
    return [];
  }
  const { rows } = await tx.query<FailedRow>({
    ...{ name: 'destination-failed', text: FAILED },
    values: [destinationId, at, failsAnewAfter(at)],
  });
  const [health] = rows;
  if (!health?.is_active || !isFailingForTooLong(kind, health.failing_since, at)) return [];
  await endDestination(tx, delivery, { reason: 'failing', waiting: 'dead' });
  return [switchedOff(delivery, health.failing_since, at)];
}

interface Ending {
  readonly reason: 'gone' | 'failing';
  /** What becomes of what waits there. */
  readonly waiting: 'superseded' | 'dead';
}

// The one that is being settled is dead in any case.
async function endDestination(
  tx: Transaction,
  { destinationId, id }: EndedAttempt['delivery'],
  { reason, waiting }: Ending,
): Promise<void> {
  await tx.query(
    `UPDATE destinations SET is_active = false, ended_reason = $2 WHERE id = $1 AND is_active`,
    [destinationId, reason],
  );
  await tx.query(
    `UPDATE deliveries SET
       state = CASE WHEN id = $3 THEN 'dead' ELSE $2 END, next_attempt_at = NULL
     WHERE destination_id = $1 AND state IN ('pending', 'retrying') AND event <> 'test'`,
    [destinationId, waiting, id],
  );
}

function switchedOff(
  { workspaceId, destinationId, target }: EndedAttempt['delivery'],
  failingSince: Date,
  at: Date,
): OutgoingEvent {
  const data = {
    ...{ workspaceId, destinationId, address: target?.address ?? '' },
    ...{ failingSince: failingSince.toISOString(), switchedOffAt: at.toISOString() },
  };
  return makeOutgoingEvent({
    topic: destinationsSwitchedOff.topic,
    key: `${workspaceId}/${destinationId}`,
    ...{ id: newId(), source: 'review', time: at.toISOString(), data },
  });
}
