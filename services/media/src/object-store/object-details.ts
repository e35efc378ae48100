import { AppError } from '@output-review/errors';

import type { ObjectMetadata, PutOptions } from './object-store.ts';

/** Of all names and encoded values together. S3 takes 2 KB; a text needs 4/3 of its UTF-8 bytes. */
export const METADATA_BYTES_MAX = 2_048;

/** A name of metadata that the S3 store keeps for itself. */
export const ANNOUNCED_SIZE_NAME = 'announced-size';

const METADATA_NAME = /^[a-z0-9][a-z0-9-]*$/;
// A header's value: visible ASCII and single spaces within.
const CONTENT_TYPE = /^[!-~]+( [!-~]+)*$/;
const CONTENT_TYPE_LENGTH_MAX = 255;

/** What a store keeps of an object beside its bytes, the metadata encoded. */
export type ObjectDetails = Required<PutOptions>;

/**
 * Checks what is said of an object and makes its metadata fit for a header: base64url of UTF-8, since
 * stores differ in what they make of anything beyond ASCII.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function encodeDetails({ size, contentType, metadata = {} }: PutOptions): ObjectDetails {
  if (!Number.isSafeInteger(size) || size < 0) throw invalid('The size of a file is not a number.');
  if (!CONTENT_TYPE.test(contentType) || contentType.length > CONTENT_TYPE_LENGTH_MAX) {
    throw invalid('This cannot be the type of a file.');
  }
  const encoded = Object.entries(metadata).map(([name, value]) => {
    if (!METADATA_NAME.test(name) || name === ANNOUNCED_SIZE_NAME) {
      throw invalid('This cannot be the name of metadata.');
    }
    return [name, Buffer.from(value).toString('base64url')] as const;
  });
  const bytes = encoded.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > METADATA_BYTES_MAX) throw invalid('The metadata of a file is too long.');
  return { contentType, metadata: Object.fromEntries(encoded), size };
}

export function decodeMetadata(encoded: ObjectMetadata): ObjectMetadata {
  const decode = (value: string): string => Buffer.from(value, 'base64url').toString();
  return Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decode(value)]));
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message);
}
