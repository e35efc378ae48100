import { type OutputsSubmitted, TOPICS } from '@output-review/contracts';
import {
  type ClaimLimits,
  claimRows,
  type OutboxStats,
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
 * The submissions whose event was not sent yet. Their rows hold keys alone: the data is the body of
 * the submission, which stands in the same commit.
 */
export function submissionOutbox(client: SqlClient): OutboxStore {
  const remove = async (seqs: readonly string[]): Promise<void> => {
    await client.query(REMOVE, [seqs]);
  };
  const claim = async (limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]> => {
    const claimed = await claimRows(client, CLAIM, { ...limits, exclude });
    // A body is gone where the output was deleted meanwhile, and the submission too where its workspace was erased:
    // there is nothing to tell of it.
    const gone = claimed.filter((row) => row.body === null).map((row) => row.seq);
    if (gone.length > 0) await remove(gone);
    const events = claimed.flatMap(toStoredEvent);
    const last = claimed.at(-1);
    return events.length === 0 && last ? claim({ ...limits, after: last.seq }, exclude) : events;
  };
  const release = async (seqs: readonly string[]): Promise<void> => {
    await client.query(RELEASE, [seqs]);
  };
  return { claim, remove, release, stats: () => readStats(client) };
}

/** The event of a submission that was just committed, its data at hand. */
export function toSubmittedEvent(committed: CommittedSubmission): StoredEvent {
  const { seq, event, body, traceparent } = committed;
  return { ...submittedAttributes(event), seq, traceparent, json: body, data: event };
}

// A claim ends by itself, for a gateway that was killed with rows in hand. `OFFSET 0` keeps the planner from joining the
// tables in another order, whatever it takes them for.
const CLAIM = {
  seqOf: ({ seq }: ClaimedRow) => seq,
  text: `
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
  SELECT seq, body, traceparent FROM fitting`,
};

// Without a name, so that its plan is made for these rows: one that was made for an empty table reads all of it.
const REMOVE = `DELETE FROM submission_outbox WHERE seq = ANY ($1::bigint[])`;
const RELEASE = `UPDATE submission_outbox SET claimed_until = NULL WHERE seq = ANY ($1::bigint[])`;

// Enough to tell trouble from load, and quick to count.
const STATS = `
  SELECT
    (SELECT count(*) FROM (SELECT FROM submission_outbox LIMIT 100000) AS counted) AS rows,
    (SELECT extract(epoch FROM now() - created_at) * 1000
     FROM submission_outbox ORDER BY seq LIMIT 1) AS oldest_ms`;

interface ClaimedRow {
  readonly seq: string;
  readonly body: string | null;
  readonly traceparent: string | null;
}

function toStoredEvent({ seq, body, traceparent }: ClaimedRow): StoredEvent[] {
  if (body === null) return [];
  const event = JSON.parse(body) as OutputsSubmitted;
  return [{ ...submittedAttributes(event), seq, traceparent, json: body, data: event }];
}

function submittedAttributes(
  event: OutputsSubmitted,
): Omit<StoredEvent, 'seq' | 'json' | 'traceparent'> {
  const key = `${event.workspaceId}/${event.id}`;
  return {
    topic: TOPICS.outputsSubmitted,
    key,
    // An output is submitted once, so its key tells repeats apart as well as any other id.
    id: key,
    source: 'gateway',
    time: event.acceptedAt,
  };
}

async function readStats(client: SqlClient): Promise<OutboxStats> {
  const { rows } = await client.query<{ rows: string; oldest_ms: string | null }>(STATS);
  const [row] = rows;
  return { rows: Number(row?.rows ?? 0), oldestMs: Number(row?.oldest_ms ?? 0) };
}
