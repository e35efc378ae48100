import type { FileData, FileRole } from '@output-review/contracts';
import { AppError, type ErrorCode, type FieldMessages } from '@output-review/errors';

import type { FileHints, MediaFile } from '../content/content.pure.ts';

export interface OutputKey {
  readonly workspaceId: string;
  readonly outputId: string;
}

/** The files of one submission, on behalf of one attempt to accept it. */
export interface ClaimKey extends OutputKey {
  readonly attempt: string;
}

/** A file of a claim whose bytes lie in the store. */
export interface ArrivedFile {
  readonly position: number;
  /** Of the interface. */
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** An upload that is claimed. */
export interface ClaimedUpload {
  readonly key: string;
  readonly objectKey: string;
  readonly filename: string;
  /** As announced. */
  readonly contentType: string | null;
  /** What the quota has for it. */
  readonly reservedBytes: number;
}

/** What came of beginning a claim; nothing was written but with `begun`. */
export type Beginning =
  | { readonly outcome: 'begun'; readonly uploads: readonly ClaimedUpload[] }
  /** The same attempt has all its files already. */
  | { readonly outcome: 'complete'; readonly files: readonly FileData[] }
  /** The bytes of the same attempt are on their way. */
  | { readonly outcome: 'running' }
  /** The output has files of another attempt, for good. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'deleted' }
  /** Another attempt has a claim that nobody confirmed. */
  | { readonly outcome: 'unsettled'; readonly other: ClaimKey }
  /** Uploads that are not there, or that another output has. */
  | {
      readonly outcome: 'refused';
      readonly unknown: readonly string[];
      readonly consumed: readonly string[];
      /** Those who have them, as far as nobody has confirmed it. */
      readonly holders: readonly ClaimKey[];
    };

/** A file of an output. */
export interface OutputFile extends MediaFile {
  readonly outputId: string;
  readonly attempt: string;
  /** False as long as nobody has said that the output is durable. */
  readonly isConfirmed: boolean;
}

/** A file that is announced before its output. */
export interface NewUpload {
  readonly workspaceId: string;
  /** Of the interface, see `uploadKey` in storage. */
  readonly key: string;
  /** Where its bytes are to lie in the store, where a link of the store itself is given out. */
  readonly objectKey: string;
  /** The real name. */
  readonly filename: string;
  /** As announced, null where it was not. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  readonly createdAt: Date;
}

export interface Upload extends NewUpload {
  /** As it came through our own listener; null where nothing did. The store's own link tells nobody. */
  readonly stored: StoredBytes | null;
  /** `claimed`: a submission that is under way has it, and may still give it back. */
  readonly state: 'unused' | 'claimed' | 'consumed';
  /** Which submission has it; null where none has. */
  readonly claim: ClaimKey | null;
}

/** What lies in the store. */
export interface StoredBytes {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Where the bytes of a file come from. */
export type FileSource =
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An upload that the output takes for itself. */
  | { readonly kind: 'upload'; readonly key: string }
  /** A file that stays where it is. */
  | { readonly kind: 'copy'; readonly file: MediaFile };

/** A file of a submission, before its bytes. */
export interface SourcedFile {
  /** What faults of it are told by: `attachments.2`. */
  readonly field: string;
  readonly role: FileRole;
  /** Over both lists, from 0. */
  readonly position: number;
  readonly label: string | null;
  readonly hints: FileHints;
  readonly source: FileSource;
}

/** A file that is to come, and where its bytes are to lie. */
export interface ExpectedFile extends SourcedFile {
  readonly objectKey: string;
}

/** The files of one attempt, before their bytes. */
export interface Claiming {
  readonly claim: ClaimKey;
  readonly files: readonly ExpectedFile[];
}

/** An upload belongs to the first output that names it. */
export function uploadConsumed(fields: FieldMessages = {}): AppError {
  return new AppError('UPLOAD_CONSUMED', 'An output already uses this upload.', { fields });
}

/** The same of a key that is not there and of one of another workspace. */
export const NO_SUCH_FILE =
  'There is no such file. Use the key of an upload, or of a file of an output that you can read.';

const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'UNPROCESSABLE_ATTACHMENT',
  'PAYLOAD_TOO_LARGE',
  'UPLOAD_CONSUMED',
]);

/** Gathers what is wrong with the files of a submission, so that all of it is told at once. */
export class FileFaults {
  readonly #sentences: Record<string, string> = {};
  #areAllConsumed = true;
  #isAnyTooLarge = false;

  /** @param field such as `attachments.2`. */
  add(field: string, sentence: string): void {
    this.#sentences[field] = sentence;
    this.#areAllConsumed = false;
  }

  /** An upload that another output has. */
  addConsumed(
    field: string,
    sentence = 'Another output already uses this upload. Upload the file again.',
  ): void {
    this.#sentences[field] = sentence;
  }

  /**
   * Takes what a file failed with.
   *
   * @throws whatever is no fault of the file.
   */
  take(field: string, error: unknown): void {
    if (!(error instanceof AppError) || !FAULTS.has(error.code)) throw error;
    if (error.code === 'UPLOAD_CONSUMED') {
      this.addConsumed(field, error.message);
      return;
    }
    this.add(field, error.message);
    this.#isAnyTooLarge ||= error.code === 'PAYLOAD_TOO_LARGE';
  }

  /** @throws what `error` tells. */
  throwAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /**
   * UPLOAD_CONSUMED where that is all that is wrong; PAYLOAD_TOO_LARGE where any file is; else
   * UNPROCESSABLE_ATTACHMENT; null where nothing is wrong.
   */
  error(): AppError | null {
    const fields = this.#sentences;
    if (Object.keys(fields).length === 0) return null;
    if (this.#areAllConsumed) {
      const sentence = 'An upload already belongs to another output. See `fields`.';
      return new AppError('UPLOAD_CONSUMED', sentence, { fields });
    }
    const code = this.#isAnyTooLarge ? 'PAYLOAD_TOO_LARGE' : 'UNPROCESSABLE_ATTACHMENT';
    return new AppError(code, 'A file cannot be accepted. See `fields`.', { fields });
  }
}
