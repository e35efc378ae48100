import type { SqlClient } from '../../postgres/database.ts';
import type { ClaimLimits, OutboxStats, OutboxStore, StoredEvent } from './outbox-store.ts';

/** Where events wait. */
export interface WaitingRows {
  readonly table: string;
  /** Columns of it: the order, and when a row was written. */
  readonly seq: string;
  readonly at: string;
  /** Which rows wait; all where it is absent. */
  readonly unsent?: string;
}

/**
 * The rows that a claim takes, as `fitting` with their `place`: the parameters are those of `claimRows`. By the order's
 * index it reads what it takes and no more of a long table. Update them by `TAKEN`.
 *
 * @param bytes how many the event of a row has, in SQL.
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
 * The rows of `fitting`, which are locked, by their place. A vacuum at a quiet moment has the planner take the
 * table for an empty one until the next, however many come: a join would compare each of them with each that is
 * taken.
 */
export const TAKEN = `ctid = ANY (ARRAY(SELECT place FROM fitting))`;

/**
 * Claims rows of an outbox, by a statement that takes the place to begin behind, the least age in ms, what is
 * excluded, rows, bytes, and whether claims of others are passed over. They come in no order.
 *
 * The statement has no name: a prepared plan for any list of what is excluded compares each row with each of
 * thousands that are in flight, which takes 25 times as long.
 */
export async function claimRows<R>(
  sql: SqlClient,
  text: string,
  request: ClaimLimits & { readonly exclude: readonly string[] },
): Promise<R[]> {
  const { after, olderThanMs, exclude, rowsMax, bytesMax, isSingleInstance } = request;
  const values = [after ?? '0', olderThanMs, exclude, rowsMax, bytesMax, isSingleInstance];
  return (await sql.query<R>(text, values)).rows;
}

interface Sequenced {
  readonly seq: string;
}

/** In the order of an outbox. */
export const bySeq = (one: Sequenced, other: Sequenced): number =>
  Number(one.seq) - Number(other.seq);

export interface RowsToSend<R> {
  /** With the columns `seq` and `claimed_until`. */
  readonly table: string;
  /** The column that says when a row was written. */
  readonly at: string;
  /** The statement; see `claimRows`. */
  readonly claim: string;
  /** Null where it has nothing to tell any more: such a row is removed unsent. */
  readonly toEvent: (row: R) => StoredEvent | null;
}

/** A table whose rows are deleted when they have been sent, as a relay's store. */
export function makeRowStore<R extends Sequenced>(
  sql: SqlClient,
  { table, at, claim: text, toEvent }: RowsToSend<R>,
): OutboxStore {
  // Without a name, so that its plan is made for these rows: one that was made for an empty table reads all of it.
  const remove = async (seqs: readonly string[]): Promise<void> => {
    await sql.query(`DELETE FROM ${table} WHERE seq = ANY ($1::bigint[])`, [seqs]);
  };
  const release = async (seqs: readonly string[]): Promise<void> => {
    const ended = `UPDATE ${table} SET claimed_until = NULL WHERE seq = ANY ($1::bigint[])`;
    await sql.query(ended, [seqs]);
  };
  const claim = async (limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]> => {
    const rows = (await claimRows<R>(sql, text, { ...limits, exclude })).sort(bySeq);
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
  return { claim, remove, release, stats: () => readStats(sql, { table, seq: 'seq', at }) };
}

// Enough to tell trouble from load, and quick to count.
const COUNTED_ROWS_MAX = 100_000;

/** How many rows wait, counted up to 100,000, and since when. */
export async function readStats(
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
