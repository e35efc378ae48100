import type { FileData, FileRole } from '@output-review/contracts';
import { AppError, type ErrorCode } from '@output-review/errors';

import type { FileHints, MediaFile } from '../content/content.pure.ts';

export interface OutputKey {
  readonly workspaceId: string;
  readonly outputId: string;
}

/** Identifies the files of one submission for one attempt to accept it. */
export interface ClaimKey extends OutputKey {
  readonly attempt: string;
}

/** A file of a claim whose bytes are in the store. */
export interface ArrivedFile {
  readonly position: number;
  /** The public key. */
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
  /** As declared by the client. */
  readonly contentType: string | null;
  /** Bytes reserved for it in the quota. */
  readonly reservedBytes: number;
}

/** The outcome of beginning a claim. Only `begun` has written anything. */
export type Beginning =
  | { readonly outcome: 'begun'; readonly uploads: readonly ClaimedUpload[] }
  /** This attempt already has all its files. */
  | { readonly outcome: 'complete'; readonly files: readonly FileData[] }
  /** This attempt is still storing its files. */
  | { readonly outcome: 'running' }
  /** The output has confirmed files of another attempt. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'deleted' }
  /** Another attempt holds an unconfirmed claim. */
  | { readonly outcome: 'unsettled'; readonly other: ClaimKey }
  /** Uploads that do not exist, or that another output has claimed. */
  | {
      readonly outcome: 'refused';
      readonly unknown: readonly string[];
      readonly consumed: readonly string[];
      /** The unconfirmed claims that hold them. */
      readonly holders: readonly ClaimKey[];
    };

/** A file of an output. */
export interface OutputFile extends MediaFile {
  readonly outputId: string;
  readonly attempt: string;
  /** False until the gateway has confirmed that the output is durable. */
  readonly isConfirmed: boolean;
}

/** A file uploaded before its output is submitted. */
export interface NewUpload {
  readonly workspaceId: string;
  /** The public key, see `uploadKey` in storage. */
  readonly key: string;
  /** The key of its bytes in the store, needed when the client gets a link of the store itself. */
  readonly objectKey: string;
  /** The original name. */
  readonly filename: string;
  /** As declared by the client; null if it declared none. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  readonly createdAt: Date;
}

export interface Upload extends NewUpload {
  /** The bytes received by our own listener; null if there are none. Uploads by a link of the store do not set it. */
  readonly stored: StoredBytes | null;
  /** `claimed`: a submission in progress holds it and may still release it. */
  readonly state: 'unused' | 'claimed' | 'consumed';
  /** The claim that holds it; null if none does. */
  readonly claim: ClaimKey | null;
}

/** Bytes in the store. */
export interface StoredBytes {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Where the bytes of a file come from. */
export type FileSource =
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An upload that becomes a file of the output. */
  | { readonly kind: 'upload'; readonly key: string }
  /** A stored file, which stays in place. */
  | { readonly kind: 'copy'; readonly file: MediaFile };

/** A file of a submission before its bytes are stored. */
export interface SourcedFile {
  /** The field that errors name: `attachments.2`. */
  readonly field: string;
  readonly role: FileRole;
  /** Counts across both lists, from 0. */
  readonly position: number;
  readonly label: string | null;
  readonly hints: FileHints;
  readonly source: FileSource;
}

/** A file to store, with the key that its bytes will have. */
export interface ExpectedFile extends SourcedFile {
  readonly objectKey: string;
}

/** The files of one attempt before their bytes are stored. */
export interface Claiming {
  readonly claim: ClaimKey;
  readonly files: readonly ExpectedFile[];
}

/** An upload belongs to the first output that names it. */
export function uploadConsumed(): AppError {
  return new AppError('UPLOAD_CONSUMED', 'An output already uses this upload.');
}

/** Used for unknown keys and for keys of other workspaces alike. */
export const NO_SUCH_FILE =
  'There is no such file. Use the key of an upload, or of a file of an output that you can read.';

const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'UNPROCESSABLE_ATTACHMENT',
  'PAYLOAD_TOO_LARGE',
  'UPLOAD_CONSUMED',
]);

/** Collects the errors of all files of a submission, to report them together. */
export class FileFaults {
  readonly #sentences: Record<string, string> = {};
  #areAllConsumed = true;
  #isAnyTooLarge = false;

  /** @param field such as `attachments.2`. */
  add(field: string, sentence: string): void {
    this.#sentences[field] = sentence;
    this.#areAllConsumed = false;
  }

  /** Adds an upload that another output has claimed. */
  addConsumed(
    field: string,
    sentence = 'Another output already uses this upload. Upload the file again.',
  ): void {
    this.#sentences[field] = sentence;
  }

  /**
   * Adds the error of a file.
   *
   * @throws the error itself if the file is not its cause.
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

  /** @throws the error that `error` returns, if any. */
  throwAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /**
   * UPLOAD_CONSUMED if that is the only fault; PAYLOAD_TOO_LARGE if any file is too large; otherwise
   * UNPROCESSABLE_ATTACHMENT. Null without faults.
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
