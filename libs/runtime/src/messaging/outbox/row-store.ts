import type { SqlClient } from '../../postgres/database.ts';
import type { ClaimLimits, OutboxStats, OutboxStore, StoredEvent } from './outbox-store.ts';

/** A table with waiting events. */
export interface WaitingRows {
  readonly table: string;
  /** Its columns with the order and the creation time of a row. */
  readonly seq: string;
  readonly at: string;
  /** Condition for waiting rows. Absent: all rows wait. */
  readonly unsent?: string;
}

/**
 * SQL that selects the rows of a claim, as `fitting` with their `place`. The parameters are those of
 * `RowsToSend.claim`. It reads by the index of the order, so only the selected part of a long table. Update the rows
 * with `TAKEN`.
 *
 * @param bytes SQL for the size of a row's event.
 */
export const dueRows = ({ table, seq, at, unsent }: WaitingRows, bytes: string): string => `
WITH due AS (
  SELECT ${seq}, ctid AS place, ${bytes} AS bytes FROM ${table}
  WHERE ${unsent === undefined ? '' : `${unsent} AND `}${seq} > $1::bigint
    AND ${at} <= now() - $2::float8 * interval '1 millisecond'
    AND ($6::boolean OR claimed_until IS NULL OR claimed_until < now())
    AND ${seq} <> ALL ($3::bigint[])
  ORDER BY ${seq} LIMIT $4 FOR UPDATE SKIP LOCKED
), fitting AS (
  SELECT place FROM (SELECT place, bytes, sum(bytes) OVER (ORDER BY ${seq}) AS total FROM due) AS running
  WHERE total - bytes < $5
)`;

/**
 * Condition for the locked rows of `fitting`, by their place. After a vacuum at a quiet moment the planner assumes an
 * empty table until the next vacuum, however many rows arrive. A join would then compare each row with each selected
 * one.
 */
export const TAKEN = `ctid = ANY (ARRAY(SELECT place FROM fitting))`;

export interface RowsToSend<R> extends WaitingRows {
  /**
   * The claim statement. Its parameters: the row to start after, the minimum age in ms, excluded rows, maximum rows,
   * maximum bytes, and whether to ignore existing claims. It returns the rows unordered.
   */
  readonly claim: string;
  /** Returns null for a row without an event, which is removed unsent. */
  readonly toEvent: (row: R) => StoredEvent | null;
}

/** Wraps a table with a column `claimed_until`, whose rows are deleted after sending, as a relay's store. */
export function makeRowStore<R extends { readonly seq: string }>(
  sql: SqlClient,
  { claim: text, toEvent, ...waiting }: RowsToSend<R>,
): OutboxStore {
  const { table, seq } = waiting;
  // Unnamed, so that it is planned for these rows: a plan made for an empty table reads all of it.
  const remove = async (seqs: readonly string[]): Promise<void> => {
    await sql.query(`DELETE FROM ${table} WHERE ${seq} = ANY ($1::bigint[])`, [seqs]);
  };
  const release = async (seqs: readonly string[]): Promise<void> => {
    const ended = `UPDATE ${table} SET claimed_until = NULL WHERE ${seq} = ANY ($1::bigint[])`;
    await sql.query(ended, [seqs]);
  };
  const claim = async (limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]> => {
    const { after, olderThanMs, rowsMax, bytesMax, isSingleInstance } = limits;
    const values = [after ?? '0', olderThanMs, exclude, rowsMax, bytesMax, isSingleInstance];
    // Unnamed: a prepared plan for any exclusion list compares each row with thousands in flight, which takes 25 times
    // as long.
    const { rows } = await sql.query<R>(text, values);
    rows.sort((one, other) => Number(one.seq) - Number(other.seq));
    const gone: string[] = [];
    const events = rows.flatMap((row) => {
      const event = toEvent(row);
      if (event === null) gone.push(row.seq);
      return event ?? [];
    });
    if (gone.length > 0) await remove(gone);
    const last = rows.at(-1);
    if (events.length > 0 || !last) return events;
    return claim({ ...limits, after: last.seq }, exclude);
  };
  return { claim, remove, release, stats: () => readStats(sql, waiting) };
}

// High enough to tell trouble from load, and quick to count.
const COUNTED_ROWS_MAX = 100_000;

/** Counts waiting rows, up to 100,000, and finds the age of the oldest. */
async function readStats(
  sql: SqlClient,
  { table, seq, at, unsent = 'true' }: WaitingRows,
): Promise<OutboxStats> {
  const { rows } = await sql.query<{ rows: string; oldest_ms: string | null }>(
    `SELECT
       (SELECT count(*) FROM (SELECT FROM ${table} WHERE ${unsent} LIMIT $1) AS counted) AS rows,
       (SELECT extract(epoch FROM now() - ${at}) * 1000 FROM ${table}
        WHERE ${unsent} ORDER BY ${seq} LIMIT 1) AS oldest_ms`,
    [COUNTED_ROWS_MAX],
  );
  const [row] = rows;
  return { rows: Number(row?.rows ?? 0), oldestMs: Number(row?.oldest_ms ?? 0) };
}
