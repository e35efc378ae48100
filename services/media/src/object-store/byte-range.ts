import { AppError } from '@output-review/errors';

import type { ByteRange } from './object-store.ts';

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
  return new AppError('VALIDATION_FAILED', 'The file has no such range of bytes.');
}
