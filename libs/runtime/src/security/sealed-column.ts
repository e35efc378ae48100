import type { SqlClient } from '../postgres/database.ts';

/** Names a row: the two columns of its key. */
export type SealedKey = readonly [string, string];

/** A row of a page; `sealed` is null where it has nothing to seal anew. */
export interface SealedRow {
  readonly key: SealedKey;
  readonly sealed: string | null;
  /** What it was sealed for; blank where for nothing in particular. */
  readonly place: string;
}

export interface ResealedRow {
  readonly key: SealedKey;
  readonly from: string;
  readonly to: string;
}

/** Where a service keeps sealed texts. */
export interface SealedColumn {
  /** What they are, in the words of an operator. */
  readonly what: string;
  /** Rows by their key, behind the given one; none at the end. */
  list(after: SealedKey | null, prefix: string): Promise<readonly SealedRow[]>;
  /** Exchanges texts, each only where it is still there. */
  replace(rows: readonly ResealedRow[]): Promise<void>;
}

export interface SealedColumnOptions {
  readonly what: string;
  readonly table: string;
  /** The columns of its primary key, which are text. */
  readonly key: readonly [string, string];
  /** The column that is sealed, or has a sealed text somewhere in it. */
  readonly column: string;
  /** SQL that finds the sealed text in a row; the column itself where nothing is said. */
  readonly sealed?: string;
  /** SQL that says which rows may have one. A page reads on until it is full of them: not for a few of many. */
  readonly condition?: string;
  /** SQL of what a text is sealed for. */
  readonly place?: string;
}

// A page is read and written within the time of a statement, also where each row has a megabyte of text.
const PAGE_ROWS = 500;

/**
 * A column of sealed texts. It is gone through by its key and not by what is left to do, so that a page
 * takes the same time however few of its rows are concerned.
 */
export function makeSealedColumn(sql: SqlClient, options: SealedColumnOptions): SealedColumn {
  const { what, table, key, column, sealed = column, condition = 'true', place = `''` } = options;
  const [first, second] = key;
  const list = `
    SELECT key, CASE WHEN left(sealed, length($3)) <> $3 THEN sealed END AS sealed, place
    FROM (
      SELECT ARRAY[${first}, ${second}] AS key, ${sealed} AS sealed, ${place} AS place
      FROM ${table}
      WHERE ${condition} AND ($1::text IS NULL OR (${first}, ${second}) > ($1, $2))
      ORDER BY ${first}, ${second} LIMIT ${PAGE_ROWS}
    ) AS page ORDER BY key`;
  const replace = `
    UPDATE ${table} SET ${column} = replace(${table}.${column}, given.was, given.becomes)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (k1, k2, was, becomes)
    WHERE ${table}.${first} = given.k1 AND ${table}.${second} = given.k2
      AND position(given.was IN ${table}.${column}) > 0`;
  return {
    what,
    list: async (after, prefix) => {
      const values = [after?.[0] ?? null, after?.[1] ?? null, prefix];
      return (await sql.query<SealedRow>(list, values)).rows;
    },
    replace: async (rows) => {
      if (rows.length === 0) return;
      await sql.query(replace, [
        ...[rows.map((row) => row.key[0]), rows.map((row) => row.key[1])],
        ...[rows.map((row) => row.from), rows.map((row) => row.to)],
      ]);
    },
  };
}
