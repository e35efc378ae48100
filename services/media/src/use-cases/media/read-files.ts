import { buffer } from 'node:stream/consumers';

import { AppError } from '@output-review/errors';
import type { ObjectStore } from '@output-review/runtime';

import type { OutputKey } from '../claims/claim-store.ts';
import type { MediaStore, OutputFile } from './media-store.ts';

export interface ReadFilesDeps {
  readonly media: Pick<MediaStore, 'findFiles'>;
  readonly store: Pick<ObjectStore, 'get'>;
}

export interface WantedFiles extends OutputKey {
  readonly keys: readonly string[];
  /** Of all of them together. */
  readonly bytesMax: number;
}

export interface ReadFile {
  readonly key: string;
  readonly contentType: string;
  /** The bytes, in base64. */
  readonly data: string;
}

export const makeReadFiles =
  ({ media, store }: ReadFilesDeps) =>
  /**
   * Reads files of one output, in their order there; those that do not fit any more, or are not there,
   * are left out.
   */
  async ({ keys, bytesMax, ...output }: WantedFiles): Promise<ReadFile[]> => {
    const read: ReadFile[] = [];
    let left = bytesMax;
    // One after the other: what is read is in memory, and the limit is for all together.
    for (const file of await media.findFiles(output, keys)) {
      if (file.sizeBytes > left) continue;
      const bytes = await readWhole(store, file);
      if (!bytes) continue;
      left -= bytes.byteLength;
      read.push({
        ...{ key: file.key, contentType: file.contentType },
        data: bytes.toString('base64'),
      });
    }
    return read;
  };

/** Null where it was deleted since its row was read. */
async function readWhole(
  store: Pick<ObjectStore, 'get'>,
  { objectKey }: OutputFile,
): Promise<Buffer | null> {
  try {
    const { body } = await store.get(objectKey);
    return await buffer(body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
