import type { ObjectStore } from '@output-review/runtime';

import { isOurs } from '../keys.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

export interface CheckFilesDeps {
  readonly store: Pick<ObjectStore, 'list' | 'head' | 'deleteMany'>;
  readonly rows: StoredRows;
  readonly now: () => Date;
}

/** What a comparison of the store with the tables has found. */
export interface FilesCheck {
  /** Objects that were looked at. */
  readonly objects: number;
  /** Those that no row named, older than a day; they are gone now. */
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Rows that were looked at. */
  readonly rows: number;
  /** Rows whose bytes are not there. */
  readonly missing: number;
  /** The public keys of some of them. */
  readonly missingKeys: string[];
}

export type CheckFiles = ReturnType<typeof makeCheckFiles>;

/** By then every claim and upload has its row or has ended. */
const UNNAMED_MS_MAX = 24 * 60 * 60_000;
const OBJECTS_AT_A_TIME = 500;
const ROWS_AT_A_TIME = 100;
const HEADS_AT_A_TIME = 10;
const MISSING_KEYS_MAX = 100;

export const makeCheckFiles =
  (deps: CheckFilesDeps) =>
  /** Compares store and tables: removes what no row names for a day, and tells what is missing. */
  async (): Promise<FilesCheck> => ({
    ...(await removeUnnamed(deps)),
    ...(await findMissing(deps)),
  });

async function removeUnnamed({ store, rows, now }: CheckFilesDeps) {
  const before = now().getTime() - UNNAMED_MS_MAX;
  const found = { objects: 0, removedObjects: 0, removedBytes: 0 };
  let old: { readonly key: string; readonly size: number }[] = [];
  const removeOld = async (): Promise<void> => {
    const known = await rows.findKnown(old.map(({ key }) => key));
    const unnamed = old.filter(({ key }) => !known.has(key));
    await store.deleteMany(unnamed.map(({ key }) => key));
    found.removedObjects += unnamed.length;
    found.removedBytes += unnamed.reduce((sum, { size }) => sum + size, 0);
    old = [];
  };
  for await (const object of store.list('')) {
    // Whatever else stands in the bucket is somebody else's.
    if (!isOurs(object.key)) continue;
    found.objects += 1;
    if (object.storedAt.getTime() < before) old.push(object);
    if (old.length >= OBJECTS_AT_A_TIME) await removeOld();
  }
  await removeOld();
  return found;
}

async function findMissing({ store, rows }: CheckFilesDeps) {
  const missingKeys: string[] = [];
  const found = { rows: 0, missing: 0, missingKeys };
  let after = '';
  for (;;) {
    const page = await rows.list(after, ROWS_AT_A_TIME);
    after = page.at(-1)?.objectKey ?? '';
    found.rows += page.length;
    const missing = await withoutBytes(store, page);
    // What was deleted since the page was read misses nothing.
    const named = await rows.findNamed(missing.map(({ objectKey }) => objectKey));
    const lost = missing.filter(({ objectKey }) => named.has(objectKey));
    found.missing += lost.length;
    missingKeys.push(...lost.map(({ key }) => key));
    missingKeys.splice(MISSING_KEYS_MAX);
    if (page.length < ROWS_AT_A_TIME) return found;
  }
}

async function withoutBytes(
  store: CheckFilesDeps['store'],
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const missing: StoredRow[] = [];
  for (let start = 0; start < rows.length; start += HEADS_AT_A_TIME) {
    const some = rows.slice(start, start + HEADS_AT_A_TIME);
    const heads = await Promise.all(some.map(({ objectKey }) => store.head(objectKey)));
    missing.push(...some.filter((_, index) => heads[index] === null));
  }
  return missing;
}
