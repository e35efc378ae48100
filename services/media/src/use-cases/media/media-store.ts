import type { MediaFile } from '../../domain/media-file.ts';

/** A file of an output. */
export interface OutputFile extends MediaFile {
  readonly outputId: string;
  readonly attempt: string;
  /** False as long as nobody has said that the output is durable. */
  readonly isConfirmed: boolean;
}

/** Reads the files of outputs, by their keys: keys are never taken apart. */
export interface MediaStore {
  findFile(key: string): Promise<OutputFile | null>;
}
