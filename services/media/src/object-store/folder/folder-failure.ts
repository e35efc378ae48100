import { AppError } from '@output-review/errors';

import { noSuchObject, storeUnavailable } from '../object-store.ts';

// The disk is full, broken, read-only or closed to us, or there are too many open files.
const UNUSABLE = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/** What a failure of the file system means to who uses the store. */
export function toFolderFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isMissing(error)) return noSuchObject(error);
  const code = codeOf(error);
  return code !== null && UNUSABLE.has(code) ? storeUnavailable(error) : error;
}

/** Whether there is no such file; a key below one that exists counts as such. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** Whether it may be about one file alone: others can still be deleted. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EACCES' || code === 'EPERM' || code === 'EIO';
}

export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
