import type { Readable } from 'node:stream';

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

/** Opens the same bytes from their beginning, each time anew. */
export type OpenBytes = () => Promise<Readable>;
