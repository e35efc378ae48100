import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '@output-review/errors';
import { isTransientError, outageReason } from '@output-review/runtime';

import { noSuchObject, storeUnavailable } from '../object-store.ts';
import type { S3Settings } from './s3-settings.ts';

const MISSING = new Set(['NoSuchKey', 'NotFound']);
const REFUSED = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthorizationHeaderMalformed',
  'RequestTimeTooSkewed',
]);

/**
 * Maps a failure of the store to one of `ObjectStore`. A misconfigured store is UNAVAILABLE too: once an operator has
 * fixed it, callers that retry go on. Errors that are neither a response nor an outage are returned unchanged.
 */
export function toS3Failure(error: unknown, settings: S3Settings): unknown {
  if (error instanceof AppError) return error;
  if (MISSING.has(codeOf(error))) return noSuchObject(error);
  if (!isS3Error(error) && !isTransientError(error)) return error;
  return storeUnavailable(explainS3Failure(error, settings));
}

/** Says what is wrong, for operators. */
export function explainS3Failure(error: unknown, settings: S3Settings): Error {
  const { bucket, endpoint } = settings;
  const code = codeOf(error);
  const says = (what: string): Error => new Error(what, { cause: error });
  if (code === 'NoSuchBucket') return says(`bucket ${bucket} does not exist at ${endpoint}`);
  if (isS3Refusal(error)) return says(`no access to bucket ${bucket} at ${endpoint}: ${code}`);
  if (isS3Error(error)) return says(`the object store at ${endpoint} failed: ${error.message}`);
  const reason = outageReason(error);
  const because = reason === 'failed' ? '' : `: ${reason}`;
  if (isTransientError(error)) {
    return says(`the object store at ${endpoint} does not answer${because}`);
  }
  return says(`the object store at ${endpoint} cannot be used`);
}

/** Whether the store denies access with our credentials. */
export function isS3Refusal(error: unknown): boolean {
  return REFUSED.has(codeOf(error));
}

/** Whether this answers a write with a page of a proxy in front of the store, as one that asks for a sign-in. */
export function isPage(headers: IncomingHttpHeaders): boolean {
  return String(headers['content-type']).startsWith('text/html');
}

/** An error response of the store. The MinIO client throws its own class. */
export class S3Error extends Error {
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The object store responded with ${status} ${code}`.trim());
    this.name = 'S3Error';
    this.code = code;
  }
}

// Both compared by name: one class belongs to the client, which only one file may import.
function isS3Error(error: unknown): error is Error {
  return error instanceof Error && error.name === 'S3Error';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
