import {
  makeRowStore,
  type OutboxStore,
  type SqlClient,
  type StoredEvent,
  TAKEN,
} from '@output-review/runtime';

import { eventOf, type RecordedResult } from './runs.pure.ts';
import { PUT_INTO_OUTBOX, type ResultRow, toRecordedResult } from './runs.sql.ts';

/** The event of a recorded result. */
export function toStoredEvent(recorded: RecordedResult): StoredEvent {
  return { seq: recorded.seq, ...eventOf(recorded, recorded.json) };
}

/** The results that were not sent yet. Its rows only hold keys: the data is in the evaluation of the same commit. */
export function makeEvaluationOutbox(sql: SqlClient): OutboxStore {
  const rows = { table: 'evaluation_outbox', seq: 'seq', at: 'recorded_at', claim: CLAIM, toEvent };
  return makeRowStore(sql, rows);
}

/** Takes over unsent results of v0.1.0, which marked them in their own rows. */
export async function adoptUnsent(sql: SqlClient): Promise<void> {
  await sql.query(ADOPT);
}

interface ClaimedRow extends Omit<ResultRow, 'result'> {
  readonly result: string | null;
}

// If the output was evaluated again or deleted meanwhile, its result has another seq or is gone.
function toEvent({ result, ...row }: ClaimedRow): StoredEvent | null {
  return result === null ? null : toStoredEvent(toRecordedResult({ ...row, result }));
}

// A claim expires, in case a replica is killed while it holds rows. `OFFSET 0` prevents the planner from reordering the
// join, whatever its estimates.
const CLAIM_SECONDS = 30;

const CLAIM = `
WITH due AS (
  SELECT seq, ctid AS place, workspace_id, output_id FROM evaluation_outbox
  WHERE seq > $1::bigint
    AND recorded_at <= now() - $2::float8 * interval '1 millisecond'
    AND ($6::boolean OR claimed_until IS NULL OR claimed_until < now())
    AND seq <> ALL ($3::bigint[])
  ORDER BY seq LIMIT $4 FOR UPDATE SKIP LOCKED
), fitting AS (
  SELECT seq, place, result, event_id, traceparent FROM (
    SELECT due.seq, due.place, e.result, e.event_id, e.traceparent, octet_length(e.result) AS bytes,
      sum(octet_length(e.result)) OVER (ORDER BY due.seq) AS total
    FROM due LEFT JOIN LATERAL (
      SELECT result, event_id, traceparent FROM evaluations
      WHERE workspace_id = due.workspace_id AND output_id = due.output_id
        AND seq = due.seq AND state = 'done' OFFSET 0
    ) AS e ON true
  ) AS running
  WHERE bytes IS NULL OR total - bytes < $5
), claimed AS (
  UPDATE evaluation_outbox SET claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
  WHERE ${TAKEN}
)
SELECT seq, result, event_id AS "eventId", traceparent FROM fitting`;

const ADOPT = `
WITH recorded AS (
  UPDATE evaluations SET sent_at = now()
  WHERE state = 'done' AND sent_at IS NULL
  RETURNING workspace_id, output_id, seq
), ${PUT_INTO_OUTBOX}
SELECT count(*) FROM recorded`;
