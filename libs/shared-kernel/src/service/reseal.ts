import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Encryptor,
  implement,
  openOrNull,
  parseJson,
  type Route,
  type SqlClient,
} from '@output-review/runtime';

/** A column in which a service stores encrypted texts. */
export interface SealedColumn {
  /** A description for operators. */
  readonly what: string;
  readonly table: string;
  /** The columns of its primary key, of type text. */
  readonly key: Key;
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

type Key = readonly [string, string];

/** The internal operation with which an operator re-encrypts all secrets after a change of the key. */
export function makeResealRoute(
  db: SqlClient,
  encryptor: Encryptor,
  columns: readonly SealedColumn[],
): Route {
  return implement(INTERNAL_OPERATIONS.resealSecrets, async ({ body }) => {
    const cursor = body.after === undefined ? FIRST : parseCursor(body.after);
    const column = columns[cursor.column];
    if (!column)
      throw new AppError(
        'VALIDATION_FAILED',
        'The value of `after` is not the `next` of an earlier response.',
      );
    const rows = await listPage(db, column, [...(cursor.after ?? [null, null]), encryptor.prefix]);
    const stale = rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : { ...row, sealed }));
    // Unreadable ones are left unchanged, in case the key is found later.
    const resealed = stale.flatMap(({ key, sealed, place }) => {
      const text = openOrNull(encryptor, sealed, place);
      return text === null ? [] : { key, from: sealed, to: encryptor.seal(text, place) };
    });
    await replace(db, column, resealed);
    return {
      status: 200,
      body: {
        what: column.what,
        resealed: resealed.length,
        unreadable: stale.length - resealed.length,
        next: nextOf(cursor, rows.at(-1)?.key, columns.length),
      },
    };
  });
}

interface Row {
  readonly key: Key;
  /** Null if there is nothing to re-encrypt. */
  readonly sealed: string | null;
  /** The place it was encrypted for; blank if none. */
  readonly place: string;
}

// A page is read and written within the statement timeout, even if each row has a megabyte of text.
const PAGE_ROWS = 500;

/**
 * Lists rows after a key, in key order. Pages follow the key and not the remaining work, so each takes the same time,
 * however few of its rows need re-encryption.
 */
async function listPage(
  db: SqlClient,
  { table, key: [first, second], column, sealed = column, condition, place }: SealedColumn,
  values: (string | null)[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(
    `
    SELECT key, CASE WHEN left(sealed, length($3)) <> $3 THEN sealed END AS sealed, place
    FROM (
      SELECT ARRAY[${first}, ${second}] AS key, ${sealed} AS sealed, ${place ?? `''`} AS place
      FROM ${table}
      WHERE ${condition ?? 'true'} AND ($1::text IS NULL OR (${first}, ${second}) > ($1, $2))
      ORDER BY ${first}, ${second} LIMIT ${PAGE_ROWS}
    ) AS page ORDER BY key`,
    values,
  );
  return rows;
}

/** Replaces texts that have not changed meanwhile. */
async function replace(
  db: SqlClient,
  { table, key: [first, second], column }: SealedColumn,
  rows: readonly { readonly key: Key; readonly from: string; readonly to: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `
    UPDATE ${table} SET ${column} = replace(${table}.${column}, given.was, given.becomes)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (k1, k2, was, becomes)
    WHERE ${table}.${first} = given.k1 AND ${table}.${second} = given.k2
      AND position(given.was IN ${table}.${column}) > 0`,
    [
      ...[rows.map(({ key }) => key[0]), rows.map(({ key }) => key[1])],
      ...[rows.map(({ from }) => from), rows.map(({ to }) => to)],
    ],
  );
}

interface Cursor {
  readonly column: number;
  readonly after: Key | null;
}

const FIRST: Cursor = { column: 0, after: null };

/** A foreign cursor leads to no column. */
function parseCursor(text: string): Cursor {
  const value = parseJson(text);
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [column, first, second] = parts;
  const after =
    typeof first === 'string' && typeof second === 'string' ? ([first, second] as const) : null;
  return { column: typeof column === 'number' ? column : NaN, after };
}

function nextOf({ column }: Cursor, last: Key | undefined, columns: number): string | null {
  if (last) return JSON.stringify([column, ...last]);
  return column + 1 < columns ? JSON.stringify([column + 1]) : null;
}
