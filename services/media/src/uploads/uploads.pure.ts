import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { EMPTY_FILE, TOO_LARGE, UNKNOWN_TYPE } from '../content/content.pure.ts';
import { bareType, isTakenType, TAKEN_TYPES } from '../content/types.pure.ts';

/** Type and size declared before the upload; null if not declared. */
export interface Announced {
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

/**
 * @returns the declared type without parameters; null if none was declared.
 * @throws AppError UNPROCESSABLE_ATTACHMENT, PAYLOAD_TOO_LARGE
 */
export function checkAnnounced({ contentType, sizeBytes }: Announced): string | null {
  const type = contentType === null ? UNKNOWN_TYPE : bareType(contentType);
  const isTaken = type !== null && (type === UNKNOWN_TYPE || isTakenType(type));
  const isTooLarge = sizeBytes !== null && sizeBytes > FILE_BYTES_MAX;
  if (isTaken && !isTooLarge) return type === UNKNOWN_TYPE ? null : type;
  const code = isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'UNPROCESSABLE_ATTACHMENT';
  throw new AppError(code, 'This file is not accepted. See `fields`.', {
    fields: {
      ...(!isTaken && { contentType: `Accepted types: ${TAKEN_TYPES}.` }),
      ...(isTooLarge && { sizeBytes: TOO_LARGE }),
    },
  });
}

/**
 * @param size as sent, otherwise as declared; at most the maximum size of a file.
 * @returns how many bytes will arrive.
 * @throws AppError VALIDATION_FAILED
 */
export function checkSentSize(size: number | null, announced: number | null): number {
  if (size === null) throw refused('A Content-Length header is required.');
  if (size === 0) throw refused(EMPTY_FILE);
  if (announced === null || size === announced) return size;
  throw refused(`The upload was announced with ${announced} bytes, but has ${size}.`);
}

/** Headers of the request; empty if absent. */
export interface SentHeaders {
  readonly encoding: string;
  readonly contentType: string;
}

/** @throws AppError UNSUPPORTED_MEDIA_TYPE, VALIDATION_FAILED */
export function checkSentType(
  { encoding, contentType }: SentHeaders,
  announced: string | null,
): void {
  if (encoding !== '' && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The bytes must not have a Content-Encoding.');
  }
  if (announced === null || bareType(contentType) === announced) return;
  throw refused(`The upload was announced as ${announced}. Send that as Content-Type.`);
}

function refused(sentence: string): AppError {
  return new AppError('VALIDATION_FAILED', sentence);
}

export function noSuchUpload(): AppError {
  return new AppError('NOT_FOUND', 'There is no such upload.');
}
