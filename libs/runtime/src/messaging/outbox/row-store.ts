import type { SqlClient } from '../../postgres/database.ts';
import { claimRows, type ClaimStatement } from './claim-rows.ts';
import type { ClaimLimits, OutboxStats, OutboxStore, StoredEvent } from './outbox-store.ts';

export interface RowsToSend<R> {
  /** With the columns `seq` and `claimed_until`. */
  readonly table: string;
  /** The column that says when a row was written. */
  readonly at: string;
  readonly claim: ClaimStatement<R>;
  /** Null where it has nothing to tell any more: such a row is removed unsent. */
  readonly toEvent: (row: R) => StoredEvent | null;
}

/** A table whose rows are deleted when they have been sent, as a relay's store. */
export function makeRowStore<R extends object>(
  sql: SqlClient,
  { table, at, claim: statement, toEvent }: RowsToSend<R>,
): OutboxStore {
  // Without a name, so that its plan is made for these rows: one that was made for an empty table reads all of it.
  const remove = async (seqs: readonly string[]): Promise<void> => {
    await sql.query(`DELETE FROM ${table} WHERE seq = ANY ($1::bigint[])`, [seqs]);
  };
  const release = async (seqs: readonly string[]): Promise<void> => {
    const text = `UPDATE ${table} SET claimed_until = NULL WHERE seq = ANY ($1::bigint[])`;
    await sql.query(text, [seqs]);
  };
  const claim = async (limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]> => {
    const rows = await claimRows(sql, statement, { ...limits, exclude });
    const gone: string[] = [];
    const events = rows.flatMap((row) => {
      const event = toEvent(row);
      if (event === null) gone.push(statement.seqOf(row));
      return event ?? [];
    });
    if (gone.length > 0) await remove(gone);
    const last = rows.at(-1);
    if (events.length > 0 || !last) return events;
    return claim({ ...limits, after: statement.seqOf(last) }, exclude);
  };
  return { claim, remove, release, stats: () => readStats(sql, { table, seq: 'seq', at }) };
}

interface WaitingRows {
  readonly table: string;
  readonly seq: string;
  readonly at: string;
  /** Which of them wait; all where it is absent. */
  readonly unsent?: string;
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
