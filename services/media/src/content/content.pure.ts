import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A file that can be read: of an output, or an upload that no output has yet. */
export interface MediaFile {
  readonly workspaceId: string;
  readonly key: string;
  readonly objectKey: string;
  /** The real name. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** What the sender says of a file: a name to keep, and a hint that only texts need. */
export interface FileHints {
  readonly filename: string | null;
  readonly contentType: string | null;
}

/** A file whose bytes lie in the store. */
export interface TakenFile {
  readonly filename: string;
  /** Found from the bytes. */
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** A type that says nothing; by this a client says that it does not know. */
export const UNKNOWN_TYPE = 'application/octet-stream';

export const EMPTY_FILE = 'The file is empty.';
export const TOO_LARGE = `The file is larger than ${FILE_BYTES_MAX} bytes (32 MB), the maximum.`;

/**
 * A file that cannot be taken.
 *
 * @param sentence for who sent it: what is wrong with it and what would be right.
 */
export function fileFault(sentence: string): AppError {
  return new AppError('UNPROCESSABLE_ATTACHMENT', sentence);
}

export function fileTooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', TOO_LARGE);
}

/** @throws AppError UNPROCESSABLE_ATTACHMENT where a file is empty; PAYLOAD_TOO_LARGE. */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw fileFault(EMPTY_FILE);
  if (bytes > FILE_BYTES_MAX) throw fileTooLarge();
}
