import { outputsEvaluated } from '@output-review/contracts';
import {
  type ClaimLimits,
  claimRows,
  type OutboxStats,
  type OutboxStore,
  type SqlClient,
  type StoredEvent,
  TAKEN,
} from '@output-review/runtime';

import type { RecordedResult } from './runs.pure.ts';
import { PUT_INTO_OUTBOX, type ResultRow, toRecordedResult } from './runs.sql.ts';

/** A recorded result as the event that tells of it. */
export function toStoredEvent({
  seq,
  data,
  json,
  eventId,
  traceparent,
}: RecordedResult): StoredEvent {
  return {
    seq,
    topic: outputsEvaluated.topic,
    key: `${data.workspaceId}/${data.id}`,
    id: eventId,
    source: 'evaluator',
    time: data.evaluatedAt,
    traceparent,
    json,
    data,
  };
}

/**
 * The results that were not sent yet. Its rows hold keys alone: the data is the result of the
 * evaluation, which stands in the same commit.
 */
export function makeEvaluationOutbox(sql: SqlClient): OutboxStore {
  const remove = async (seqs: readonly string[]): Promise<void> => {
    await sql.query(REMOVE, [seqs]);
  };
  const claim = async (limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]> => {
    const claimed = await claimRows<ClaimedRow>(sql, CLAIM, { ...limits, exclude });
    // A result has another seq, or is gone, where the output was evaluated again or deleted meanwhile.
    const gone = claimed.filter((row) => row.result === null).map((row) => row.seq);
    if (gone.length > 0) await remove(gone);
    const events = claimed.filter(hasResult).map(toRecordedResult).map(toStoredEvent);
    const last = claimed.at(-1);
    return events.length === 0 && last ? claim({ ...limits, after: last.seq }, exclude) : events;
  };
  const release = async (seqs: readonly string[]): Promise<void> => {
    await sql.query(RELEASE, [seqs]);
  };
  return { claim, remove, release, stats: () => readStats(sql) };
}

/** Takes in what a replica of the release before has left, which marked unsent results in their own rows. */
export async function adoptUnsent(sql: SqlClient): Promise<void> {
  await sql.query(ADOPT);
}

interface ClaimedRow extends Omit<ResultRow, 'result'> {
  readonly result: string | null;
}

function hasResult(row: ClaimedRow): row is ResultRow {
  return row.result !== null;
}

interface StatsRow {
  readonly rows: string;
  readonly oldestMs: string | null;
}

async function readStats(sql: SqlClient): Promise<OutboxStats> {
  const { rows } = await sql.query<StatsRow>({ ...STATS, values: [COUNTED_ROWS_MAX] });
  return { rows: Number(rows[0]?.rows ?? 0), oldestMs: Number(rows[0]?.oldestMs ?? 0) };
}

// A claim ends by itself, for a replica that was killed with rows in hand. `OFFSET 0` keeps the planner from joining the
// tables in another order, whatever it takes them for.
const CLAIM_SECONDS = 30;
// Enough to tell trouble from load, and quick to count.
const COUNTED_ROWS_MAX = 100_000;

const CLAIM = {
  seqOf: ({ seq }: ClaimedRow) => seq,
  text: `
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
SELECT seq, result, event_id AS "eventId", traceparent FROM fitting`,
};

// Without a name, so that its plan is made for these rows: one that was made for an empty table reads all of it.
const REMOVE = `DELETE FROM evaluation_outbox WHERE seq = ANY ($1::bigint[])`;
const RELEASE = `UPDATE evaluation_outbox SET claimed_until = NULL WHERE seq = ANY ($1::bigint[])`;

const STATS = {
  name: 'count_unsent_evaluations',
  text: `
SELECT
  (SELECT count(*) FROM (SELECT FROM evaluation_outbox LIMIT $1) AS counted) AS rows,
  (SELECT extract(epoch FROM now() - recorded_at) * 1000
   FROM evaluation_outbox ORDER BY seq LIMIT 1) AS "oldestMs"`,
};

const ADOPT = `
WITH recorded AS (
  UPDATE evaluations SET sent_at = now()
  WHERE state = 'done' AND sent_at IS NULL
  RETURNING workspace_id, output_id, seq
), ${PUT_INTO_OUTBOX}
SELECT count(*) FROM recorded`;
