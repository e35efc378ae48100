import type { Readable } from 'node:stream';

import { AppError } from '@output-review/errors';
import type { Logger, ObjectStore } from '@output-review/runtime';

import { findAnyType } from '../../bytes/find-type.ts';
import { uploadConsumed } from '../../domain/upload-consumed.ts';
import type { DoomedObjects } from '../doomed-objects.ts';
import { objectKey } from '../keys.ts';
import type { UploadStore } from './upload-store.ts';

export interface PutUploadDeps {
  readonly uploads: Pick<UploadStore, 'find' | 'recordStored'>;
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly doomed: Pick<DoomedObjects, 'add'>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}

export interface SentBytes {
  readonly key: string;
  readonly body: Readable;
  readonly sizeBytes: number;
}

export type PutUpload = ReturnType<typeof makePutUpload>;

// Whatever it is; the claim of an output will say so. Until then it is only ever a download.
const UNKNOWN_TYPE = 'application/octet-stream';

export const makePutUpload =
  (deps: PutUploadDeps) =>
  /**
   * Stores the bytes of an announced upload in the place of those that it had. They are there whole, or
   * not at all.
   *
   * @throws AppError NOT_FOUND; UPLOAD_CONSUMED; VALIDATION_FAILED where the bytes are not as many as
   *   was said; UNAVAILABLE; what the body fails with.
   */
  async ({ key, body, sizeBytes }: SentBytes): Promise<void> => {
    const upload = await deps.uploads.find(key);
    if (!upload) throw new AppError('NOT_FOUND', 'There is no such upload.');
    if (upload.state !== 'unused') throw uploadConsumed();
    const { filename } = upload;
    const placed = objectKey(upload.workspaceId, deps.newId());
    const contentType = upload.contentType ?? UNKNOWN_TYPE;
    try {
      await deps.store.put(placed, body, { size: sizeBytes, contentType });
      const open = async () => (await deps.store.get(placed)).body;
      const found = await findAnyType(open, { filename, contentType });
      const stored = { sizeBytes, contentType: found ?? UNKNOWN_TYPE, objectKey: placed };
      const former = await deps.uploads.recordStored(key, stored);
      await remove(deps, former);
    } catch (error) {
      await remove(deps, placed);
      throw error;
    }
  };

/** What cannot even be written down is found by the keeper. */
async function remove({ doomed, now, log }: PutUploadDeps, object: string): Promise<void> {
  try {
    await doomed.add([object], now());
  } catch (error) {
    log.warn({ err: error }, 'object of an upload not removed yet');
  }
}
