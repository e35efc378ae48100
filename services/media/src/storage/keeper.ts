import { type Logger, retryTransient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { DamagedObject, type ObjectStore, type Refusal } from '../object-store/object-store.ts';
import {
  beginRun,
  dropRun,
  findKnown,
  findNamed,
  listStored,
  type StoredRow,
} from './keeper.sql.ts';
import { isOurs } from './storage.pure.ts';

/** The result of comparing the store with the tables. */
export interface FilesCheck {
  /** Objects checked. */
  readonly objects: number;
  /** Unreferenced objects older than a day, now deleted. */
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Rows checked. */
  readonly rows: number;
  /** Rows whose bytes are missing or damaged. */
  readonly missing: number;
  /** Public keys of some of them. */
  readonly missingKeys: string[];
}

/** By then every claim and upload has its row or has ended. */
const UNNAMED_MS_MAX = 24 * 60 * 60_000;
const OBJECTS_AT_A_TIME = 500;
const ROWS_AT_A_TIME = 100;
const HEADS_AT_A_TIME = 10;
const MISSING_KEYS_MAX = 100;
const LOGGED_MAX = 10;
const DAY_MS = 24 * 60 * 60_000;

/** Compares the store with the tables unless a replica has done so within a day, and logs the result. */
export async function checkDaily(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = ctx;
  const at = clock.now();
  if (!(await beginRun(db, at, new Date(at.getTime() - DAY_MS)))) return;
  try {
    const { missingKeys, ...found } = await checkFiles(ctx, signal);
    log.info(found, 'files checked');
    if (found.missing > 0) log.error({ keys: missingKeys }, 'files are missing their bytes');
  } catch (error) {
    // Otherwise no check would run for a day. The failure may be an outage of the database itself.
    await retryTransient(() => dropRun(db), {
      signal,
      onOutage: (err) =>
        log.warn({ err, loop: 'check files' }, 'loop is waiting for an outage to end'),
    });
    throw error;
  }
}

/** Compares the store with the tables. Deletes objects unreferenced for a day and reports missing bytes. */
export async function checkFiles(ctx: Context, signal?: AbortSignal): Promise<FilesCheck> {
  return { ...(await removeUnnamed(ctx, signal)), ...(await findMissing(ctx, signal)) };
}

type Kept = Pick<Context, 'store' | 'db' | 'clock' | 'log'>;

async function removeUnnamed({ store, db, clock, log }: Kept, signal?: AbortSignal) {
  const before = clock.now().getTime() - UNNAMED_MS_MAX;
  const found = { objects: 0, removedObjects: 0, removedBytes: 0 };
  let refused = 0;
  // Not all: an object lock may hold every object of the bucket.
  let someRefused: readonly Refusal[] = [];
  let old: { readonly key: string; readonly size: number }[] = [];
  const removeOld = async (): Promise<void> => {
    const known = await findKnown(
      db,
      old.map(({ key }) => key),
    );
    const unnamed = old.filter(({ key }) => !known.has(key));
    const refusals = await store.deleteMany(unnamed.map(({ key }) => key));
    refused += refusals.length;
    someRefused = [...someRefused, ...refusals].slice(0, LOGGED_MAX);
    const removed = unnamed.filter(({ key }) => !refusals.some((refusal) => refusal.key === key));
    found.removedObjects += removed.length;
    found.removedBytes += removed.reduce((sum, { size }) => sum + size, 0);
    old = [];
  };
  for await (const object of store.list()) {
    signal?.throwIfAborted();
    // Other objects in the bucket are not ours.
    if (!isOurs(object.key)) continue;
    found.objects += 1;
    if (object.storedAt.getTime() < before) old.push(object);
    if (old.length >= OBJECTS_AT_A_TIME) await removeOld();
  }
  await removeOld();
  warnOfRefusals(log, someRefused, refused);
  return found;
}

async function findMissing({ store, db }: Kept, signal?: AbortSignal) {
  const missingKeys: string[] = [];
  const found = { rows: 0, missing: 0, missingKeys };
  let after = '';
  for (;;) {
    signal?.throwIfAborted();
    const page = await listStored(db, after, ROWS_AT_A_TIME);
    after = page.at(-1)?.objectKey ?? '';
    found.rows += page.length;
    const missing = await withoutBytes(store, page);
    // Ignores rows deleted since the page was read.
    const named = await findNamed(
      db,
      missing.map(({ objectKey }) => objectKey),
    );
    const lost = missing.filter(({ objectKey }) => named.has(objectKey));
    found.missing += lost.length;
    missingKeys.push(...lost.map(({ key }) => key));
    missingKeys.splice(MISSING_KEYS_MAX);
    if (page.length < ROWS_AT_A_TIME) return found;
  }
}

async function withoutBytes(store: ObjectStore, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const missing: StoredRow[] = [];
  for (let start = 0; start < rows.length; start += HEADS_AT_A_TIME) {
    const some = rows.slice(start, start + HEADS_AT_A_TIME);
    const found = await Promise.all(some.map(({ objectKey }) => isWhole(store, objectKey)));
    missing.push(...some.filter((_, index) => !found[index]));
  }
  return missing;
}

async function isWhole(store: ObjectStore, objectKey: string): Promise<boolean> {
  try {
    return (await store.head(objectKey)) !== null;
  } catch (error) {
    if (error instanceof DamagedObject) return false;
    throw error;
  }
}

/** Logs objects that the store refused to delete. */
export function warnOfRefusals(log: Logger, refused: readonly Refusal[], count: number): void {
  if (count === 0) return;
  const some = refused.slice(0, LOGGED_MAX);
  log.warn({ count, refused: some }, 'the object store refuses to delete files');
}
