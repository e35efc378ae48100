import type { ClaimKey } from '../claims/claim-store.ts';

/** A file that is announced before its output. */
export interface NewUpload {
  readonly workspaceId: string;
  /** Of the interface, see `uploadKey`. */
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
  /** As it came through our own door; null where nothing did. The store's own link tells nobody. */
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

export interface UploadStore {
  /**
   * Announces an upload, and reserves the announced size, or the greatest there is.
   *
   * @throws AppError MEDIA_QUOTA_EXCEEDED.
   */
  create(upload: NewUpload): Promise<void>;
  find(key: string): Promise<Upload | null>;
  /**
   * Makes an object the bytes of an upload. Put them under a key of their own first, so that nobody
   * sees half of them and a claim that runs has either the old ones or these; remove them where this
   * throws.
   *
   * @returns the key of the object that it replaces; the caller removes it.
   * @throws AppError NOT_FOUND; UPLOAD_CONSUMED where a submission has it; MEDIA_QUOTA_EXCEEDED.
   */
  recordStored(key: string, stored: StoredBytes & { readonly objectKey: string }): Promise<string>;
  /** Forgets uploads that nobody has used, some of them. @returns how many. */
  forgetUnused(before: Date, at: Date): Promise<number>;
}
