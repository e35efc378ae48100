import type { ServiceName } from '@output-review/contracts';

/** Increment it when an older `restore` can no longer read an archive. */
export const FORMAT = 1;

/** Maximum size of an entry. Longer data is split into parts, to limit memory. */
export const PART_BYTES_MAX = 4 * 1024 * 1024;

export const MANIFEST_NAME = 'manifest.json';
export const END_NAME = 'end.json';

/** Fingerprints of the keys, which do not reveal them. */
export interface KeyFingerprints {
  readonly encryption: string;
  readonly audit: string;
}

/** The first entry: the contents of the archive and the requirements to restore it. */
export interface Manifest {
  readonly format: number;
  /** The release of this repository. */
  readonly release: string;
  /** The time of the snapshot, by PostgreSQL's clock. */
  readonly takenAt: string;
  readonly keys: KeyFingerprints;
  readonly services: Readonly<Record<ServiceName, SchemaContents>>;
}

/** The schema of a service. */
export interface SchemaContents {
  /** The applied migrations, in order. */
  readonly migrations: readonly string[];
  /** Ordered so that foreign keys allow loading. */
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  /** The last assigned number, or null. */
  readonly last: string | null;
}

/** The last entry. An archive without it is truncated. */
export interface EndMark {
  /** The number of entries before this one. */
  readonly entries: number;
  /** By `service.table`. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Files that rows reference but the store lacks. */
  readonly missingFiles: number;
}

/** Metadata of an entry, beside its name. */
export interface EntryDetails {
  /** For a file: the total bytes of its parts. */
  readonly size?: number;
  readonly contentType?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A record of the entry's extended header that tar ignores: JSON with its details and checksum. */
export const DETAILS_RECORD = 'comment';

/** The archive is unusable. The message says what is wrong and what to do. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
