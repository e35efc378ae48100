import type { Readable } from 'node:stream';

import { type createUpload, FILE_BYTES_MAX } from '@output-review/contracts';
import {
  LINK_LIFETIME_SECONDS,
  newId,
  type Reply,
  type RequestOf,
  type Transaction,
} from '@output-review/runtime';

import { uploadConsumed } from '../claims/claims.pure.ts';
import { findUpload } from '../claims/find-media.sql.ts';
import { UNKNOWN_TYPE } from '../content/content.pure.ts';
import { findAnyType } from '../content/find-type.ts';
import { tidyFilename, toKeyName } from '../content/names.pure.ts';
import type { Context } from '../context.ts';
import { scheduleObjectDeletion } from '../storage/object-deletions.sql.ts';
import { objectKey, uploadKey } from '../storage/storage.pure.ts';
import { checkAnnounced, noSuchUpload } from './uploads.pure.ts';
import { insertUpload, isStoredAt, recordStored } from './uploads.sql.ts';

/**
 * Creates a key for a file that is uploaded before its output, and reserves storage for it.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT, PAYLOAD_TOO_LARGE, MEDIA_QUOTA_EXCEEDED.
 */
export async function announceUpload(
  { db, clock, links, quotaBytes }: Context,
  { body, principal: { workspaceId } }: RequestOf<typeof createUpload>,
): Promise<Reply<typeof createUpload>> {
  const { sizeBytes = null } = body;
  const contentType = checkAnnounced({ sizeBytes, contentType: body.contentType ?? null });
  const filename = tidyFilename(body.filename ?? '') ?? 'file';
  const upload = {
    workspaceId,
    key: uploadKey(workspaceId, newId(), toKeyName(filename)),
    objectKey: objectKey(workspaceId, newId()),
    ...{ filename, contentType, sizeBytes, createdAt: clock.now() },
  };
  await db.transaction((tx) => insertUpload(tx, upload, quotaBytes));
  const { url, headers } = await links.toPut(upload);
  return {
    status: 201,
    body: {
      uploadUrl: url,
      key: upload.key,
      contentType: contentType ?? UNKNOWN_TYPE,
      method: 'PUT',
      headers: { ...headers },
      expiresIn: LINK_LIFETIME_SECONDS,
      maxBytes: sizeBytes ?? FILE_BYTES_MAX,
    },
  };
}

export interface SentBytes {
  readonly key: string;
  readonly body: Readable;
  readonly sizeBytes: number;
}

/**
 * Stores the bytes of an upload, atomically replacing previous ones.
 *
 * @throws AppError NOT_FOUND; UPLOAD_CONSUMED; VALIDATION_FAILED if the number of bytes is not the declared one;
 *   UNAVAILABLE; the error of the body.
 */
export async function storeUpload(ctx: Context, sent: SentBytes): Promise<void> {
  try {
    await replaceBytes(ctx, sent);
  } finally {
    ctx.jobs.removeDoomed.wake();
  }
}

async function replaceBytes(ctx: Context, { key, body, sizeBytes }: SentBytes): Promise<void> {
  const { db, store, quotaBytes } = ctx;
  const upload = await findUpload(db, key);
  if (!upload) throw noSuchUpload();
  if (upload.state !== 'unused') throw uploadConsumed();
  const { filename } = upload;
  const placed = objectKey(upload.workspaceId, newId());
  // Any type is accepted here. The claim of an output checks it. Until then the file is only served as a download.
  const contentType = upload.contentType ?? UNKNOWN_TYPE;
  try {
    await store.put(placed, body, { size: sizeBytes, contentType });
    const open = async () => (await store.get(placed)).body;
    const found = await findAnyType(open, { filename, contentType });
    const stored = { key, sizeBytes, contentType: found ?? UNKNOWN_TYPE, objectKey: placed };
    const former = await db.transaction((tx) => recordStored(tx, stored, quotaBytes));
    await remove(ctx, () => Promise.resolve(former));
  } catch (error) {
    // If the connection broke during the commit, only the row tells whether it has these bytes.
    await remove(ctx, async (tx) =>
      (await isStoredAt(tx, key, placed)) ? upload.objectKey : placed,
    );
    throw error;
  }
}

/** If the deletion cannot even be scheduled, the keeper finds the object. */
async function remove(
  { db, clock, log }: Context,
  find: (tx: Transaction) => Promise<string>,
): Promise<void> {
  try {
    await db.transaction(async (tx) => scheduleObjectDeletion(tx, [await find(tx)], clock.now()));
  } catch (error) {
    log.warn({ err: error }, 'object of an upload not removed yet');
  }
}
