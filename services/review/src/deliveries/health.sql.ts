import type { SqlClient } from '@output-review/runtime';

import { settleWaiting } from '../destinations/destinations.sql.ts';
import {
  type AttemptConclusion,
  failsAnewAfter,
  isFailingForTooLong,
  isGone,
} from './attempts.pure.ts';
import type { ClaimedDelivery } from './rows.sql.ts';
import type { SinkAnswer } from './sink.ts';

/** A finished attempt, to be recorded. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly answer: SinkAnswer;
  readonly at: Date;
  readonly latencyMs: number;
  /** The consequences, given whether a newer event has superseded it. */
  readonly conclude: (isSuperseded: boolean) => AttemptConclusion;
}

// All attempts of a destination share this row, so it is not written by each of them.
const WRITTEN_EVERY = `interval '10 seconds'`;

// In one order, so that two processes with the same destinations cannot deadlock.
const SUCCEEDED = `
WITH succeeded AS (
  SELECT x.id, latest.at
  FROM (SELECT id, max(at) AS at FROM unnest($1::text[], $2::timestamptz[]) AS t (id, at) GROUP BY id)
    AS latest
  JOIN destinations x ON x.id = latest.id
  WHERE x.failing_since IS NOT NULL OR x.last_delivered_at IS NULL
    OR x.last_delivered_at < latest.at - ${WRITTEN_EVERY}
  ORDER BY x.id FOR UPDATE OF x
)
UPDATE destinations x SET last_delivered_at = succeeded.at, failing_since = NULL
FROM succeeded WHERE x.id = succeeded.id`;

/** Records successful deliveries of destinations. */
export async function keepSuccesses(
  tx: SqlClient,
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

/**
 * Records a failure of a destination. Disables it if it wants no more events or has failed for too long.
 *
 * @returns the start of the failures if it was disabled for them, otherwise null.
 */
export async function keepFailure(
  tx: SqlClient,
  { delivery, answer, at }: EndedAttempt,
): Promise<Date | null> {
  const { kind, event, destinationId } = delivery;
  if (event === 'test') return null;
  if (isGone(kind, answer.status)) {
    await endDestination(tx, delivery, 'gone');
    return null;
  }
  const { rows } = await tx.query<FailedRow>({
    ...{ name: 'destination-failed', text: FAILED },
    values: [destinationId, at, failsAnewAfter(at)],
  });
  const [health] = rows;
  if (!health?.is_active || !isFailingForTooLong(kind, health.failing_since, at)) return null;
  await endDestination(tx, delivery, 'failing');
  return health.failing_since;
}

async function endDestination(
  tx: SqlClient,
  { destinationId, id }: EndedAttempt['delivery'],
  reason: 'gone' | 'failing',
): Promise<void> {
  // Also locks a disabled destination, so that it cannot be enabled meanwhile.
  await tx.query(
    `UPDATE destinations SET is_active = false,
       ended_reason = CASE WHEN is_active THEN $2 ELSE ended_reason END
     WHERE id = $1`,
    [destinationId, reason],
  );
  await settleWaiting(tx, [destinationId], id);
}

/** Whether a delivery stores the response of its receiver: not after the texts of its output were deleted. */
export const KEEPS_ANSWER = `(words IS NOT NULL OR output_id IS NULL)`;

/** An attempt and its consequences. */
export type Concluded = Pick<EndedAttempt, 'delivery' | 'answer' | 'at'> & {
  readonly conclusion: AttemptConclusion;
};

/**
 * Adds the callbacks of outputs to their timelines: successes, first failures, and when they were given up. Other
 * destinations belong to the workspace, not to the output.
 */
export async function addToTimelines(tx: SqlClient, attempts: readonly Concluded[]): Promise<void> {
  const added = attempts.filter(isInTimeline);
  if (added.length === 0) return;
  await tx.query({
    name: 'add-callbacks-to-timelines',
    text: `INSERT INTO timeline (workspace_id, output_id, at, stage, actor, detail)
      SELECT workspace_id, output_id, at, stage, NULL, detail
      FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
        AS added (workspace_id, output_id, at, stage, detail)`,
    values: [
      added.map(({ delivery }) => delivery.workspaceId),
      added.map(({ delivery }) => delivery.outputId),
      added.map(({ at }) => at),
      added.map(({ answer }) => (answer.error === null ? 'callback delivered' : 'callback failed')),
      added.map(detailOf),
    ],
  });
}

function isInTimeline({ delivery, conclusion: { state } }: Concluded): boolean {
  const isNews = state === 'delivered' || state === 'dead' || delivery.attemptCount === 0;
  return delivery.kind === 'callbacks' && isNews;
}

function detailOf({ delivery: { event }, answer, conclusion }: Concluded): string {
  if (answer.error === null) return `${event}: ${answer.status}`;
  const ending = conclusion.nextAttemptAt ? 'It will be retried.' : 'It will not be retried.';
  return `${event}: ${answer.error} ${ending}`;
}
