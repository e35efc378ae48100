import { AppError } from '@output-review/errors';

import { noSuchObject, storeUnavailable } from '../object-store.ts';

// The disk is full, broken, read-only or not accessible, or too many files are open.
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

/** Maps an error of the file system to one of the store. */
export function toFolderFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isMissing(error)) return noSuchObject(error);
  const code = codeOf(error);
  return code !== null && UNUSABLE.has(code) ? storeUnavailable(error) : error;
}

/** Whether the file does not exist. A key below an existing key counts as missing. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** @returns null if the file does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether the error may concern a single file, so that others can still be deleted. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EACCES' || code === 'EPERM' || code === 'EIO';
}

export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
