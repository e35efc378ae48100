import type { Readable } from 'node:stream';

import { AppError } from '@output-review/errors';

import type { LinkSigner } from './link-signer.ts';

/**
 * Bytes by key, whole or not there: what was interrupted is never seen, by nobody. What `put` has
 * answered survives a crash of the process, and of the machine as far as the store keeps its word.
 *
 * Keys follow `checkObjectKey`. Adapters: a folder, any S3 store. One contract suite runs against
 * each.
 *
 * Every call throws AppError: VALIDATION_FAILED where an argument cannot be, NOT_FOUND where there is
 * no such object, UNAVAILABLE where the store is away, full, refuses us, or has said nothing for ten
 * seconds. Which store and bucket that was stands in the cause, for the log.
 *
 * `get` and `head` throw DamagedObject where they can tell that the bytes are not those that were put.
 */
export interface ObjectStore {
  /**
   * Stores an object in the place of the one that had its key. The body is read as fast as the store
   * takes it; no more than a few hundred KB of it are in memory. It is destroyed where the call fails.
   *
   * @throws AppError VALIDATION_FAILED where the body has not the announced size; nothing is stored.
   *   After UNAVAILABLE the object may be there all the same, whole: the answer got lost.
   */
  put(key: string, body: Readable, options: PutOptions): Promise<void>;
  /** Opens an object, or a part of it. Read the body to its end, or destroy it. */
  get(key: string, options?: GetOptions): Promise<StoredObject>;
  /** Tells what is there, null where there is nothing. */
  head(key: string): Promise<ObjectHead | null>;
  /**
   * Copies inside the store: content type too. Deleting one leaves the other. Meant for
   * objects that a store copies within ten seconds; ours have 32 MB at most.
   */
  copy(from: string, to: string): Promise<void>;
  /** Deletes an object; that there is none is no error. */
  delete(key: string): Promise<void>;
  /**
   * Deletes many. Where it fails some may be gone; a second call does the rest.
   *
   * @returns those that the store keeps although it answers; the others are gone.
   */
  deleteMany(keys: readonly string[]): Promise<Refusal[]>;
  /**
   * All there are, in any order, since SeaweedFS has its own. For clean-up: what comes or goes meanwhile
   * may be among them or not, and so may what is left of an upload that broke off.
   */
  list(): AsyncIterable<ListedObject>;
  /** Signs links that the store itself serves; null where it serves none to the outside. */
  readonly links: LinkSigner | null;
  /**
   * Resolves where the store can be used.
   *
   * @throws Error that says plainly what is wrong, for operators: "bucket outputs is not there at
   *   http://files:9000". It names the endpoint, so it is not for callers.
   */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface PutOptions {
  /** Exactly how many bytes the body has. */
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
  /** Bytes. */
  readonly size: number;
  /** When it was put or copied, by the store's clock. */
  readonly storedAt: Date;
}

/** An object that the store does not delete, as one under a legal hold, and what it says to that. */
export interface Refusal {
  readonly key: string;
  readonly reason: string;
}

export interface ObjectHead {
  /** Bytes of the whole object, also where only a part is read. */
  readonly size: number;
  readonly contentType: string;
  /** When it was put or copied, by the store's clock, to the second. */
  readonly storedAt: Date;
}

/** An open object. Its body fails with an outage that `isTransientError` knows where the store goes away. */
export interface StoredObject extends ObjectHead {
  readonly body: Readable;
}

/** An object that is there, but not as it was put. */
export class DamagedObject extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`The file ${key} in the object store is damaged`);
    this.name = 'DamagedObject';
    this.key = key;
  }
}

// A header's value: visible ASCII and single spaces within.
const CONTENT_TYPE = /^[!-~]+( [!-~]+)*$/;
const CONTENT_TYPE_LENGTH_MAX = 255;

/** Checks what is said of an object. @throws AppError VALIDATION_FAILED. */
export function checkPutOptions({ size, contentType }: PutOptions): void {
  if (!Number.isSafeInteger(size) || size < 0) throw invalid('The size of a file is not a number.');
  if (!CONTENT_TYPE.test(contentType) || contentType.length > CONTENT_TYPE_LENGTH_MAX) {
    throw invalid('This cannot be the type of a file.');
  }
}

/**
 * Checks that a range can be one; whether the object has these bytes only the store can tell.
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

/** @param cause what exactly is wrong, with names of hosts and buckets: for the log alone. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The file store is unavailable right now. Try again in a moment.',
    { cause },
  );
}
