import { outputKey, type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import {
  makeRowStore,
  type OutboxStore,
  type SqlClient,
  type StoredEvent,
  TAKEN,
} from '@output-review/runtime';

export interface CommittedSubmission {
  readonly seq: string;
  readonly event: OutputsSubmitted;
  readonly body: string;
  readonly traceparent: string | null;
}

/**
 * The submissions whose event was not sent yet. Their rows contain only keys: the data is the body of the submission,
 * written in the same commit.
 */
export function submissionOutbox(client: SqlClient): OutboxStore {
  const rows = { table: 'submission_outbox', seq: 'seq', at: 'created_at', claim: CLAIM, toEvent };
  return makeRowStore(client, rows);
}

/** The event of a submission that was just committed, from the data in memory. */
export function toSubmittedEvent(committed: CommittedSubmission): StoredEvent {
  const { seq, event, body, traceparent } = committed;
  const key = outputKey(event);
  return {
    ...{ topic: TOPICS.outputsSubmitted, key, source: 'gateway', time: event.acceptedAt },
    // An output is submitted once, so its key identifies duplicates as well as any other ID.
    id: key,
    ...{ seq, traceparent, json: body, data: event },
  };
}

// A claim expires, in case its gateway is killed. `OFFSET 0` keeps the planner from joining the tables in another
// order, whatever its statistics say.
const CLAIM = `
  WITH due AS (
    SELECT seq, ctid AS place, workspace_id, id FROM submission_outbox
    WHERE seq > $1::bigint
      AND created_at <= now() - $2::float8 * interval '1 millisecond'
      AND ($6::boolean OR claimed_until IS NULL OR claimed_until < now())
      AND seq <> ALL ($3::bigint[])
    ORDER BY seq LIMIT $4 FOR UPDATE SKIP LOCKED
  ), fitting AS (
    SELECT seq, place, body, traceparent FROM (
      SELECT due.seq, due.place, s.body, s.traceparent, octet_length(s.body) AS bytes,
        sum(octet_length(s.body)) OVER (ORDER BY due.seq) AS total
      FROM due LEFT JOIN LATERAL (
        SELECT body, traceparent FROM submissions
        WHERE workspace_id = due.workspace_id AND id = due.id OFFSET 0
      ) AS s ON true
    ) AS running
    WHERE bytes IS NULL OR total - bytes < $5
  ), claimed AS (
    UPDATE submission_outbox SET claimed_until = now() + interval '30 seconds' WHERE ${TAKEN}
  )
  SELECT seq, body, traceparent FROM fitting`;

interface ClaimedRow {
  readonly seq: string;
  readonly body: string | null;
  readonly traceparent: string | null;
}

// The body is gone if the output was deleted, and the submission too if its workspace was erased.
function toEvent({ seq, body, traceparent }: ClaimedRow): StoredEvent | null {
  if (body === null) return null;
  return toSubmittedEvent({ seq, event: JSON.parse(body) as OutputsSubmitted, body, traceparent });
}
