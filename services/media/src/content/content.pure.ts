import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** A file that can be read: a file of an output, or an upload that no output has claimed. */
export interface MediaFile {
  readonly workspaceId: string;
  readonly key: string;
  readonly objectKey: string;
  /** The original name. */
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Name and type declared by the sender. The type is only a hint, used for texts. */
export interface FileHints {
  readonly filename: string | null;
  readonly contentType: string | null;
}

/** A file whose bytes are in the store. */
export interface TakenFile {
  readonly filename: string;
  /** Detected from the bytes. */
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** A client that does not know the type sends this one. */
export const UNKNOWN_TYPE = 'application/octet-stream';

export const EMPTY_FILE = 'The file is empty.';
export const TOO_LARGE = `The file is larger than ${FILE_BYTES_MAX} bytes (32 MB), the maximum.`;

/**
 * The error for a file that cannot be accepted.
 *
 * @param sentence for the sender: what is wrong with the file and what is accepted.
 */
export function fileFault(sentence: string): AppError {
  return new AppError('UNPROCESSABLE_ATTACHMENT', sentence);
}

export function fileTooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', TOO_LARGE);
}

/** @throws AppError UNPROCESSABLE_ATTACHMENT if a file is empty; PAYLOAD_TOO_LARGE. */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw fileFault(EMPTY_FILE);
  if (bytes > FILE_BYTES_MAX) throw fileTooLarge();
}
