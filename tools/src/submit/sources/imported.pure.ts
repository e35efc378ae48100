import type { JsonObject } from '../values.pure.ts';

/** One output of an export. */
export interface Imported {
  /** The line or record that contains it. */
  readonly number: number;
  /** Its ID in the source; null if it has none. */
  readonly sourceId: string | null;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  /** The other fields of the submission; undefined ones are left out. */
  readonly fields: ImportedFields;
  readonly scores: readonly Score[];
}

export interface ImportedFields {
  /** Undefined: there is no output to import. */
  readonly output: string | undefined;
  readonly input?: string | undefined;
  readonly model?: string | undefined;
  readonly latencyMs?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly timestamp?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
}

/** A score, an annotation or a piece of feedback on an output. */
export interface Score {
  readonly name: string;
  readonly value: number | string | boolean;
  /** Who gave it, if the export says so. */
  readonly by?: string | undefined;
  readonly explanation?: string | undefined;
}

/** Reads the records of one file in order. */
export interface RecordReader {
  /** @throws BadRecord if the record cannot become an output. */
  read(record: JsonObject, number: number): readonly Imported[];
  /** The records still held at the end of the file. */
  end?(): readonly Left[];
}

/** A record that was held for other records that did not follow. */
export interface Left {
  readonly number: number;
  /** @throws BadRecord like `read` of the reader. */
  readonly read: () => Imported;
}
