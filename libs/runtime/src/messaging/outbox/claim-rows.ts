import type { SqlClient } from '../../postgres/database.ts';
import type { ClaimLimits } from './outbox-store.ts';

export interface DueRows {
  readonly table: string;
  /** Columns or expressions of it: the order, when it was written, how many bytes its event has. */
  readonly seq: string;
  readonly at: string;
  readonly bytes: string;
  /** Which rows wait; all where it is absent. */
  readonly unsent?: string;
}

/**
 * The rows that a claim takes, as `fitting` with their `place`: the parameters are those of `claimRows`. By the order's
 * index it reads what it takes and no more of a long table. Update them by `TAKEN`.
 */
export const dueRows = ({ table, seq, at, bytes, unsent }: DueRows): string => `
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

export interface ClaimStatement<R> {
  /** Takes the place to begin behind, the least age in ms, what is excluded, rows, bytes, and whether claims of others are passed over. */
  readonly text: string;
  readonly seqOf: (row: R) => string;
}

/**
 * Claims rows of an outbox; answers them in its order.
 *
 * The statement has no name: a prepared plan for any list of what is excluded compares each row with each of
 * thousands that are in flight, which takes 25 times as long.
 */
export async function claimRows<R extends object>(
  sql: SqlClient,
  { text, seqOf }: ClaimStatement<R>,
  request: ClaimLimits & { readonly exclude: readonly string[] },
): Promise<R[]> {
  const { after, olderThanMs, exclude, rowsMax, bytesMax, isSingleInstance } = request;
  const values = [after ?? '0', olderThanMs, exclude, rowsMax, bytesMax, isSingleInstance];
  const { rows } = await sql.query<R>(text, values);
  return rows.toSorted((one, other) => Number(seqOf(one)) - Number(seqOf(other)));
}
