import type { OutboxStore, SqlClient } from '@output-review/runtime';

import { type ResultRow, toRecordedResult, toStoredEvent } from './stored-evaluation.ts';

/**
 * The evaluations as their own outbox: a result that was recorded and not yet sent is a row of it. A
 * result that is replaced or deleted meanwhile has another `seq` or none, and is passed over.
 */
export function makeEvaluationOutbox(sql: SqlClient): OutboxStore {
  return {
    claim: async ({ rowsMax, bytesMax, olderThanMs, after, isAlone }, exclude) => {
      const values = [after ?? '0', olderThanMs, exclude, rowsMax, bytesMax, isAlone];
      const { rows } = await sql.query<ResultRow>({ ...CLAIM, values });
      return rows
        .toSorted((one, other) => Number(one.seq) - Number(other.seq))
        .map(toRecordedResult)
        .map(toStoredEvent);
    },
    remove: async (seqs) => {
      await sql.query({ ...MARK_SENT, values: [seqs] });
    },
    stats: async () => {
      const { rows } = await sql.query<StatsRow>({ ...STATS, values: [COUNTED_ROWS_MAX] });
      return { rows: Number(rows[0]?.rows ?? 0), oldestMs: Number(rows[0]?.oldestMs ?? 0) };
    },
  };
}

interface StatsRow {
  readonly rows: string;
  readonly oldestMs: string | null;
}

// A claim ends by itself, for a replica that was killed with rows in hand.
const CLAIM_SECONDS = 30;
// Enough to tell trouble from load, and quick to count.
const COUNTED_ROWS_MAX = 100_000;

const UNSENT = `state = 'done' AND sent_at IS NULL`;

const CLAIM = {
  name: 'claim_evaluations',
  text: `
WITH due AS (
  SELECT seq, octet_length(result) AS bytes FROM evaluations
  WHERE ${UNSENT} AND seq > $1::bigint
    AND recorded_at <= now() - $2::float8 * interval '1 millisecond'
    AND ($6::boolean OR claimed_until IS NULL OR claimed_until < now())
    AND seq <> ALL ($3::bigint[])
  ORDER BY seq LIMIT $4 FOR UPDATE SKIP LOCKED
), fitting AS (
  SELECT seq FROM (SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS total FROM due) AS running
  WHERE total - bytes < $5
)
UPDATE evaluations e SET claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
FROM fitting WHERE e.seq = fitting.seq AND e.state = 'done' AND e.sent_at IS NULL
RETURNING e.seq, e.result, e.event_id AS "eventId", e.traceparent`,
};

const MARK_SENT = {
  name: 'mark_evaluations_sent',
  text: `UPDATE evaluations SET sent_at = now() WHERE ${UNSENT} AND seq = ANY ($1::bigint[])`,
};

const STATS = {
  name: 'count_unsent_evaluations',
  text: `
SELECT
  (SELECT count(*) FROM (SELECT FROM evaluations WHERE ${UNSENT} LIMIT $1) AS counted) AS rows,
  (SELECT extract(epoch FROM now() - recorded_at) * 1000 FROM evaluations
   WHERE ${UNSENT} ORDER BY seq LIMIT 1) AS "oldestMs"`,
};
