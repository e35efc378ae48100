import type { SqlClient } from '../postgres/database.ts';

/** Identifies a row by the two columns of its key. */
export type SealedKey = readonly [string, string];

/** A row of a page. `sealed` is null if there is nothing to re-encrypt. */
export interface SealedRow {
  readonly key: SealedKey;
  readonly sealed: string | null;
  /** The place it was encrypted for; blank if none. */
  readonly place: string;
}

export interface ResealedRow {
  readonly key: SealedKey;
  readonly from: string;
  readonly to: string;
}

/** A column in which a service stores encrypted texts. */
export interface SealedColumn {
  /** A description for operators. */
  readonly what: string;
  /** Lists rows after the given key, in key order. Empty at the end. */
  list(after: SealedKey | null, prefix: string): Promise<readonly SealedRow[]>;
  /** Replaces texts that have not changed meanwhile. */
  replace(rows: readonly ResealedRow[]): Promise<void>;
}

export interface SealedColumnOptions {
  readonly what: string;
  readonly table: string;
  /** The columns of its primary key, of type text. */
  readonly key: readonly [string, string];
  /** The encrypted column, or one that contains an encrypted text. */
  readonly column: string;
  /** SQL that extracts the encrypted text from a row. Defaults to the column itself. */
  readonly sealed?: string;
  /**
   * SQL condition for rows that may have one. A page reads until it is full, so do not use it to select a few rows of
   * many.
   */
  readonly condition?: string;
  /** SQL for the place that a text is encrypted for. */
  readonly place?: string;
}

// A page is read and written within the statement timeout, even if each row has a megabyte of text.
const PAGE_ROWS = 500;

/**
 * A column of encrypted texts. Pages follow the key and not the remaining work, so each page takes the same time,
 * however few of its rows need re-encryption.
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
