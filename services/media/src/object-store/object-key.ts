import { AppError } from '@output-review/errors';

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
  if (!KEY.test(key) || key.length > KEY_LENGTH_MAX) throw notAKey();
  if (!key.split('/').every(isSegment)) throw notAKey();
}

function isSegment(segment: string): boolean {
  return (
    segment !== '' && segment !== '.' && segment !== '..' && segment.length <= SEGMENT_LENGTH_MAX
  );
}

function notAKey(): AppError {
  return new AppError('VALIDATION_FAILED', 'This cannot be the key of a file.');
}
