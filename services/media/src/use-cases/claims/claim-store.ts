import type { FileData, FileRole } from '@output-review/contracts';

export interface OutputKey {
  readonly workspaceId: string;
  readonly outputId: string;
}

/** The files of one submission, on behalf of one attempt to accept it. */
export interface ClaimKey extends OutputKey {
  readonly attempt: string;
}

/** A file whose bytes are to come. */
export interface PlannedFile {
  /** Over both lists, from 0. */
  readonly position: number;
  readonly role: FileRole;
  readonly label: string | null;
  readonly objectKey: string;
}

/** A planned file whose bytes lie in the store. */
export interface ArrivedFile {
  readonly position: number;
  /** Of the interface. */
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export interface NewClaim {
  readonly claim: ClaimKey;
  readonly files: readonly PlannedFile[];
  /** Of the uploads that the output takes for itself. */
  readonly uploadKeys: readonly string[];
  readonly createdAt: Date;
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

/**
 * The files of outputs and the uploads that they are made of, in one transaction each. Everything but
 * `begin` and `complete` may be called any number of times and in any order; what is given up is
 * doomed, see `DoomedObjects`.
 */
export interface ClaimStore {
  begin(claim: NewClaim): Promise<Beginning>;
  /**
   * @returns false where the claim was released or deleted meanwhile; nothing is kept then.
   * @throws AppError MEDIA_QUOTA_EXCEEDED.
   */
  complete(claim: ClaimKey, files: readonly ArrivedFile[]): Promise<boolean>;
  /** Makes a complete claim final and its uploads consumed. */
  confirm(claim: ClaimKey, at: Date): Promise<void>;
  /** Undoes an unconfirmed claim of this attempt. */
  release(claim: ClaimKey, at: Date): Promise<void>;
  /** Takes outputs their files for good. */
  delete(outputs: readonly OutputKey[], at: Date): Promise<void>;
  /** Claims that nobody has confirmed, oldest first. */
  findUnconfirmed(before: Date, limit: number): Promise<ClaimKey[]>;
}
