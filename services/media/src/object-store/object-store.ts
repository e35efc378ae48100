import type { Readable } from 'node:stream';

import { AppError } from '@output-review/errors';
import type { buildConnector } from 'undici';

/**
 * Stores bytes by key, atomically: an interrupted write is never visible. Once `put` has returned, the object survives
 * a crash of the process, and of the machine as far as the store guarantees it.
 *
 * Keys follow `checkObjectKey`. Adapters: a folder, any S3 store. One contract suite runs against each.
 *
 * Every call throws AppError: VALIDATION_FAILED for an invalid argument, NOT_FOUND if there is no such object,
 * UNAVAILABLE if the store is down, full, denies access, or has not responded for ten seconds. The cause names the
 * store and the bucket, for the log.
 *
 * `get` and `head` throw DamagedObject if they detect that the bytes are not those that were put.
 */
export interface ObjectStore {
  /**
   * Stores an object, replacing any object with the same key. The body is read as fast as the store accepts it, with at
   * most a few hundred KB in memory. It is destroyed if the call fails.
   *
   * @throws AppError VALIDATION_FAILED if the body does not have the declared size; nothing is stored. After
   *   UNAVAILABLE the complete object may still have been stored: the response was lost.
   */
  put(key: string, body: Readable, options: PutOptions): Promise<void>;
  /** Opens an object, or a part of it. Read the body to its end, or destroy it. */
  get(key: string, options?: GetOptions): Promise<StoredObject>;
  /** Reads the properties of an object; null if it does not exist. */
  head(key: string): Promise<ObjectHead | null>;
  /**
   * Copies an object and its content type within the store. Deleting one does not affect the other. Meant for objects
   * that a store copies within ten seconds; ours are at most 32 MB.
   */
  copy(from: string, to: string): Promise<void>;
  /** Deletes an object. A no-op if it does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Deletes many objects. If it fails, some may be deleted; retry to delete the rest.
   *
   * @returns the objects that the store refused to delete; all others are deleted.
   */
  deleteMany(keys: readonly string[]): Promise<Refusal[]>;
  /**
   * Lists all objects in any order, because SeaweedFS has its own. For cleanup: concurrent changes and leftovers of
   * aborted uploads may or may not be included.
   */
  list(): AsyncIterable<ListedObject>;
  /** Signs links served by the store itself; null if it is not reachable from outside. */
  readonly links: LinkSigner | null;
  /**
   * Resolves if the store is usable.
   *
   * @throws Error that says what is wrong, for operators: "bucket outputs is not there at http://files:9000". It names
   *   the endpoint, so callers must not see it.
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface PutOptions {
  /** The exact size of the body in bytes. */
  readonly size: number;
  readonly contentType: string;
}

export interface GetOptions {
  readonly range?: ByteRange;
}

/** The bytes from `start` to `end`, counted from 0, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ListedObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** When it was put or copied, by the store's clock. */
  readonly storedAt: Date;
}

/** An object that the store refuses to delete, such as one under a legal hold, and the reason it gives. */
export interface Refusal {
  readonly key: string;
  readonly reason: string;
}

export interface ObjectHead {
  /** In bytes, of the whole object even if only a range is read. */
  readonly size: number;
  readonly contentType: string;
  /** When it was put or copied, by the store's clock, to the second. */
  readonly storedAt: Date;
}

/** An open object. If the store goes down, its body fails with an error that `isTransientError` recognizes. */
export interface StoredObject extends ObjectHead {
  readonly body: Readable;
}

/**
 * Links that send a browser directly to the store, past our own listener. Each is valid for one method, one key and
 * LINK_LIFETIME_SECONDS. The store refuses any other method, key or time.
 *
 * Stores differ in what else they refuse, see `ProbedStoreLinks`.
 */
export interface LinkSigner {
  /**
   * A link to read one object, served with this type and disposition. If there is no such object, the store answers
   * 404.
   */
  signGet(key: string, answer: LinkAnswer): Promise<string>;
  /** A link to store one object of exactly this type and size. */
  signPut(key: string, upload: LinkUpload): Promise<SignedPut>;
  /** Connects to the address of the links. */
  readonly connect: buildConnector.connector;
  /** Of the bucket in that address. */
  readonly bucket: string;
}

/** Headers of the response to a signed GET. */
export interface LinkAnswer {
  readonly contentType: string;
  /** The `Content-Disposition`, with names already escaped. */
  readonly disposition: string;
}

export interface LinkUpload {
  readonly contentType: string;
  /** Exact size in bytes. */
  readonly size: number;
}

export interface SignedPut {
  readonly url: string;
  /** To be sent unchanged, in addition to the `Content-Length` that every client sets. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An object whose bytes are not those that were put. */
export class DamagedObject extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`The file ${key} in the object store is damaged`);
    this.name = 'DamagedObject';
    this.key = key;
  }
}

// S3 allows 1,024 bytes; the rest is for a prefix.
const KEY_LENGTH_MAX = 900;
// File systems allow 255. The folder store needs the rest to encode capitals, see `toFileName`.
const SEGMENT_LENGTH_MAX = 200;
// Characters that need no escaping in URLs, headers and file names.
const KEY = /^[A-Za-z0-9._/-]+$/;

/**
 * Checks a key against what every store accepts: `A-Z a-z 0-9 . _ - /`, at most 900 characters, segments of 1 to 200
 * characters, no `.` and no `..` segments. A key must not be the folder of another (`a` beside `a/b`): not every store
 * supports both.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function checkObjectKey(key: string): void {
  const isKey = KEY.test(key) && key.length <= KEY_LENGTH_MAX && key.split('/').every(isSegment);
  if (!isKey) throw invalid('This cannot be the key of a file.');
}

function isSegment(segment: string): boolean {
  return (
    segment !== '' && segment !== '.' && segment !== '..' && segment.length <= SEGMENT_LENGTH_MAX
  );
}

// A header value: visible ASCII with single inner spaces.
const CONTENT_TYPE = /^[!-~]+( [!-~]+)*$/;
const CONTENT_TYPE_LENGTH_MAX = 255;

/** Checks the properties of an object. @throws AppError VALIDATION_FAILED. */
export function checkPutOptions({ size, contentType }: PutOptions): void {
  if (!Number.isSafeInteger(size) || size < 0) throw invalid('The size of a file is not a number.');
  if (!CONTENT_TYPE.test(contentType) || contentType.length > CONTENT_TYPE_LENGTH_MAX) {
    throw invalid('This cannot be the type of a file.');
  }
}

/**
 * Checks that a range is valid. Only the store knows whether the object has these bytes.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function checkRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw notInside();
  }
}

export function notInside(): AppError {
  return invalid('The file has no such range of bytes.');
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message);
}

export function noSuchObject(cause: unknown): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.', { cause });
}

/** @param cause the details, with names of hosts and buckets: only for the log. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The file store is unavailable right now. Try again in a moment.',
    { cause },
  );
}
