import { AppError } from '@output-review/errors';

// S3 takes 1,024 bytes; the rest is for a prefix in front.
const KEY_LENGTH_MAX = 900;
// File systems take 255; the folder store needs the rest to tell capital letters, see `toFileName`.
const SEGMENT_LENGTH_MAX = 200;
// What means the same in a URL, in a header and as a name of a file: nothing is ever escaped.
const KEY = /^[A-Za-z0-9._/-]+$/;

/**
 * Holds a key to what every store takes: `A-Z a-z 0-9 . _ - /`, at most 900 characters, 200 between
 * two slashes, nothing empty between them, no `.` and no `..`. A key must not be the folder of
 * another (`a` beside `a/b`): not every store holds both.
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
