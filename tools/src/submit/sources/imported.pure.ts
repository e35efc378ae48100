import type { JsonObject } from '../values.pure.ts';

/** What an export says of one output. */
export interface Imported {
  /** The line or record that names it. */
  readonly number: number;
  /** Its id at the source; null where the source has none. */
  readonly sourceId: string | null;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  /** The other fields of a submission; what is undefined is left out. */
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
  /** Who gave it, where the export says so. */
  readonly by?: string | undefined;
  readonly explanation?: string | undefined;
}

/** Reads the records of one file, one after the other. */
export interface RecordReader {
  /** @throws BadRecord when the record cannot become an output. */
  read(record: JsonObject, number: number): readonly Imported[];
  /** What is left at the end of the file. */
  end?(): readonly Left[];
}

/** A record that was held for others which did not come. */
export interface Left {
  readonly number: number;
  /** @throws BadRecord as `read` of the reader does. */
  readonly read: () => Imported;
}
