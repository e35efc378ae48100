import type { ServiceName } from '@output-review/contracts';

/** Raised where an older `restore` could not read an archive any more. */
export const FORMAT = 1;

/** No entry is longer: what is longer comes in parts, so that none needs more memory. */
export const PART_BYTES_MAX = 4 * 1024 * 1024;

export const MANIFEST_NAME = 'manifest.json';
export const END_NAME = 'end.json';

/** What the keys are known by; they cannot be found from it. */
export interface KeyFingerprints {
  readonly encryption: string;
  readonly audit: string;
}

/** The first entry: what is in the archive, and what is needed to restore it. */
export interface Manifest {
  readonly format: number;
  /** Of this repository. */
  readonly release: string;
  /** The instant of the snapshot, by the clock of PostgreSQL. */
  readonly takenAt: string;
  readonly keys: KeyFingerprints;
  readonly services: Readonly<Record<ServiceName, SchemaContents>>;
}

/** The schema of a service. */
export interface SchemaContents {
  /** Those that it has, in their order. */
  readonly migrations: readonly string[];
  /** In an order in which their foreign keys let them be loaded. */
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Sequence {
  readonly name: string;
  /** The last number that was given; null where none was. */
  readonly last: string | null;
}

/** The last entry: an archive without it was cut off. */
export interface EndMark {
  /** Before this one. */
  readonly entries: number;
  /** By `service.table`. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Files that a row names and that were not in the store. */
  readonly missingFiles: number;
}

/** What an entry says of itself, beside its name. */
export interface EntryDetails {
  /** Of a file: the bytes of all its parts. */
  readonly size?: number;
  readonly contentType?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The record of an entry's extended header that tar passes over: JSON of its details and its checksum. */
export const DETAILS_RECORD = 'comment';

/** It cannot be used: says what is wrong and what to do. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}
