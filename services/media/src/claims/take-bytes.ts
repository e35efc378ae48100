import { AppError, assertNever } from '@output-review/errors';
import { withDeadline } from '@output-review/runtime';

import {
  fileFault,
  type FileHints,
  type MediaFile,
  type TakenFile,
} from '../content/content.pure.ts';
import type { Context } from '../context.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { SpoolShare } from '../storage/spool-budget.ts';
import { type ObjectSource, takeBase64, takeObject } from '../storage/take-file.ts';
import { takeUrl } from '../storage/take-url.ts';
import {
  type ClaimedUpload,
  type ExpectedFile,
  type FileFaults,
  NO_SUCH_FILE,
} from './claims.pure.ts';

/** The dependencies for fetching and storing bytes. */
export type ByteTools = Pick<Context, 'store' | 'egress' | 'spoolDir'>;

export interface ArrivedBytes extends TakenFile {
  readonly position: number;
}

/** Files to store, their claimed uploads, and the submission's share of the spool. */
export interface Expected {
  readonly files: readonly ExpectedFile[];
  readonly uploads: readonly ClaimedUpload[];
  readonly share: SpoolShare;
  /** Looks up a file to copy again. @throws AppError UNPROCESSABLE_ATTACHMENT if it is gone. */
  readonly findAgain: (key: string) => Promise<MediaFile>;
}

// Each takes some hundred KB of memory. More copies do not speed up a slow store.
const COPIES_AT_A_TIME = 4;
// Each takes up to 32 MB of the spool.
const FETCHES_AT_A_TIME = 4;
// The gateway waits 40 s for the whole claim.
const ALL_FETCHES_MS_MAX = 30_000;

/**
 * Stores the bytes of files, a few at a time. Faults of files are added to `faults`.
 *
 * @throws any error that no file caused, once the transfers in flight have ended. No further one is started.
 */
export async function takeBytes(
  tools: ByteTools,
  { files, uploads, share, findAgain }: Expected,
  faults: FileFaults,
): Promise<ArrivedBytes[]> {
  const uploadOf = new Map(uploads.map((upload) => [upload.key, upload]));
  const failed = new AbortController();
  const take = async (file: ExpectedFile, ended: AbortSignal): Promise<ArrivedBytes | null> => {
    if (failed.signal.aborted) return null;
    try {
      const taken = await takeFile(tools, file, { uploadOf, share, findAgain, ended });
      return { ...taken, position: file.position };
    } catch (error) {
      try {
        faults.take(file.field, error);
      } catch (failure) {
        failed.abort();
        throw failure;
      }
      return null;
    }
  };
  const fetched = files.filter(({ source }) => source.kind === 'url');
  const others = files.filter(({ source }) => source.kind !== 'url');
  const deadline = { timeoutMs: ALL_FETCHES_MS_MAX, signal: failed.signal };
  const taken = await withDeadline(deadline, (ended) =>
    allEnded([
      ...startWorkers(fetched, FETCHES_AT_A_TIME, (file) => take(file, ended)),
      ...startWorkers(others, COPIES_AT_A_TIME, (file) => take(file, ended)),
    ]),
  );
  return taken.flat().filter((one) => one !== null);
}

interface TakeContext extends Pick<Expected, 'share' | 'findAgain'> {
  readonly uploadOf: ReadonlyMap<string, ClaimedUpload>;
  /** Aborts the fetches. */
  readonly ended: AbortSignal;
}

function takeFile(
  tools: ByteTools,
  { source, hints, objectKey }: ExpectedFile,
  { uploadOf, share, findAgain, ended }: TakeContext,
): Promise<TakenFile> {
  const { store } = tools;
  switch (source.kind) {
    case 'base64':
      return takeBase64(store, objectKey, { ...hints, data: source.data });
    case 'url':
      return takeUrl(tools, objectKey, { ...hints, url: source.url, share, signal: ended });
    case 'upload':
      return takeUpload(store, objectKey, copyOf(claimedOf(source.key, uploadOf), hints));
    case 'copy':
      return takeCopy(source.file, findAgain, (file) =>
        takeObject(store, objectKey, copyOf(file, hints)),
      );
    default:
      return assertNever(source);
  }
}

async function takeUpload(
  store: ObjectStore,
  objectKey: string,
  source: ObjectSource,
): Promise<TakenFile> {
  try {
    return await takeObject(store, objectKey, source);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw fileFault('No bytes have been uploaded to the uploadUrl of this key yet.');
  }
}

/** Between lookup and copy, a file may have been deleted or an upload may have received other bytes. */
async function takeCopy(
  file: MediaFile,
  findAgain: Expected['findAgain'],
  take: (file: MediaFile) => Promise<TakenFile>,
): Promise<TakenFile> {
  try {
    return await take(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const found = await findAgain(file.key);
    if (found.objectKey === file.objectKey) throw fileFault(NO_SUCH_FILE);
    return takeCopy(found, findAgain, take);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}

function claimedOf(key: string, uploadOf: ReadonlyMap<string, ClaimedUpload>): ClaimedUpload {
  const upload = uploadOf.get(key);
  if (!upload) throw new Error('An upload was not claimed with its output');
  return upload;
}

/** Hints take precedence over the name and type of the source. */
function copyOf(
  first: Pick<ClaimedUpload, 'objectKey' | 'filename' | 'contentType'>,
  { filename, contentType }: FileHints,
): ObjectSource {
  return {
    from: first.objectKey,
    filename: filename ?? first.filename,
    contentType: contentType ?? first.contentType,
  };
}

/** Waits for all to settle even if one fails, because a write still in flight could not be undone. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Processes items with a few concurrent workers. @returns a promise for each worker. */
function startWorkers<T, R>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<R>,
): Promise<R[]>[] {
  const waiting = items.values();
  return Array.from({ length: count }, async () => {
    const done: R[] = [];
    for (const item of waiting) done.push(await work(item));
    return done;
  });
}
