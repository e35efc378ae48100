import { outputKey } from '@output-review/contracts';
import type { Database, Transaction } from '@output-review/runtime';

import type { OutputKey } from '../outputs/output.pure.ts';
import { addToTimelines, type EndedAttempt, KEEPS_ANSWER, keepSuccesses } from './health.sql.ts';

/**
 * Records successful attempts, all or none. Locks rows in the order of all transactions that change several of these:
 * outputs, destinations, deliveries, and each by ID or number.
 */
export async function settleSuccesses(
  db: Database,
  attempts: readonly EndedAttempt[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const callbacks = attempts.filter(({ delivery }) => delivery.kind === 'callbacks');
    const visible = await lockVisible(tx, callbacks);
    await keepSuccesses(tx, attempts);
    await write(tx, attempts);
    const shown = callbacks.filter(
      ({ delivery: { workspaceId, outputId: id } }) =>
        id !== null && visible.has(outputKey({ workspaceId, id })),
    );
    await addToTimelines(
      tx,
      shown.map((attempt) => ({ ...attempt, conclusion: attempt.conclude(false) })),
    );
  });
}

/** Outputs of callbacks that still exist, by `outputKey`. */
async function lockVisible(
  tx: Transaction,
  callbacks: readonly EndedAttempt[],
): Promise<ReadonlySet<string>> {
  if (callbacks.length === 0) return new Set();
  const { rows } = await tx.query<OutputKey>({
    name: 'lock-outputs-of-callbacks',
    text: `SELECT workspace_id AS "workspaceId", id FROM outputs
      WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND visible
      ORDER BY workspace_id, id FOR KEY SHARE`,
    values: [
      callbacks.map(({ delivery }) => delivery.workspaceId),
      callbacks.map(({ delivery }) => delivery.outputId),
    ],
  });
  return new Set(rows.map(outputKey));
}

// A success is recorded even if the delivery was ended meanwhile. A delivery that was claimed again after its lease
// expired ignores this attempt.
const WRITE = `
WITH succeeded AS (
  SELECT t.*, d.workspace_id, ${KEEPS_ANSWER} AS keeps_answer
  FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[], $5::int[], $6::text[])
    AS t (delivery_id, claimed_until, at, status, latency_ms, answer)
  JOIN deliveries d ON d.id = t.delivery_id
  ORDER BY d.workspace_id, d.n FOR UPDATE OF d
), attempts AS (
  INSERT INTO delivery_attempts (workspace_id, delivery_id, at, status, error, latency_ms, answer)
  SELECT workspace_id, delivery_id, at, status, NULL, latency_ms, CASE WHEN keeps_answer THEN answer END
  FROM succeeded
)
UPDATE deliveries d SET
  state = 'delivered', attempt_count = d.attempt_count + 1, lease_until = NULL,
  last_status = succeeded.status, last_error = NULL, next_attempt_at = NULL, delivered_at = succeeded.at,
  callback_url_sealed = CASE WHEN d.event <> 'deleted' THEN d.callback_url_sealed END
FROM succeeded WHERE d.id = succeeded.delivery_id AND d.lease_until = succeeded.claimed_until`;

async function write(tx: Transaction, attempts: readonly EndedAttempt[]): Promise<void> {
  await tx.query({
    name: 'write-delivered-attempts',
    text: WRITE,
    values: [
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.leaseUntil),
      attempts.map(({ at }) => at),
      attempts.map(({ answer }) => answer.status),
      attempts.map(({ latencyMs }) => latencyMs),
      attempts.map(({ answer }) => answer.answer),
    ],
  });
}
