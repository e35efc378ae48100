import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { parseJson } from '../base/parse-json.ts';
import type { ResealedRow, SealedColumn, SealedKey } from '../security/sealed-column.ts';
import { type Encryptor, openOrNull } from '../security/encryptor.ts';
import { implement } from './implement.ts';
import type { Route } from './route.ts';

/** The internal operation with which an operator re-encrypts all secrets after a change of the key. */
export function makeResealRoute(columns: readonly SealedColumn[], encryptor: Encryptor): Route {
  return implement(INTERNAL_OPERATIONS.resealSecrets, async ({ body }) => {
    const cursor = body.after === undefined ? FIRST : parseCursor(body.after);
    const column = columns[cursor.column];
    if (!column)
      throw new AppError(
        'VALIDATION_FAILED',
        'The value of `after` is not the `next` of an earlier response.',
      );
    const { last, ...counts } = await resealPage(column, encryptor, cursor.after);
    return { status: 200, body: { what: column.what, ...counts, next: nextOf() } };

    function nextOf(): string | null {
      if (last !== null) return JSON.stringify([cursor.column, ...last]);
      return cursor.column + 1 < columns.length ? JSON.stringify([cursor.column + 1]) : null;
    }
  });
}

interface ResealedPage {
  readonly resealed: number;
  readonly unreadable: number;
  /** The last row of the page; null at the end. */
  readonly last: SealedKey | null;
}

async function resealPage(
  column: SealedColumn,
  encryptor: Encryptor,
  after: SealedKey | null,
): Promise<ResealedPage> {
  const rows = await column.list(after, encryptor.prefix);
  const resealed: ResealedRow[] = [];
  let unreadable = 0;
  for (const { key, sealed: from, place } of rows) {
    if (from === null) continue;
    const text = openOrNull(encryptor, from, place);
    // Leave it unchanged, in case the key is found later.
    if (text === null) unreadable += 1;
    else resealed.push({ key, from, to: encryptor.seal(text, place) });
  }
  await column.replace(resealed);
  return { resealed: resealed.length, unreadable, last: rows.at(-1)?.key ?? null };
}

interface Cursor {
  readonly column: number;
  readonly after: SealedKey | null;
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
