import { AppError } from '@output-review/errors';

import type { MediaFile } from '../content/content.pure.ts';
import type { Context } from '../context.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { type ClaimKey, type Upload, uploadConsumed } from './claims.pure.ts';
import { type Caller, settleClaims } from './claims.ts';
import { findFile, findUpload } from './find-media.sql.ts';

export interface WantedMedia {
  readonly workspaceId: string;
  readonly key: string;
}

/**
 * Finds a file of an output, or an upload that no output has claimed. Asks the gateway about unconfirmed files, since
 * it may have died before it could confirm them.
 *
 * @param caller null for a signed link, which was only made for a durable output.
 * @throws AppError NOT_FOUND, also for a key of another workspace; UPLOAD_CONSUMED; UNAVAILABLE.
 */
export async function findMedia(
  ctx: Context,
  { workspaceId, key }: WantedMedia,
  caller: Caller | null,
): Promise<MediaFile> {
  const file = await findFile(ctx.db, key);
  if (file?.workspaceId === workspaceId) {
    const isKnown = file.isConfirmed || caller === null;
    if (isKnown || (await isHeld(ctx, file, caller))) return file;
    throw noSuchFile();
  }
  const upload = await findUpload(ctx.db, key);
  if (upload?.workspaceId !== workspaceId) throw noSuchFile();
  if (await isConsumed(ctx, upload, caller)) throw uploadConsumed();
  return asMedia(ctx.store, upload);
}

function noSuchFile(): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.');
}

async function isHeld(
  ctx: Context,
  { workspaceId, outputId, attempt }: ClaimKey,
  caller: Caller,
): Promise<boolean> {
  const [state] = await settleClaims(ctx, [{ workspaceId, outputId, attempt }], caller);
  return state === 'held';
}

async function isConsumed(
  ctx: Context,
  { state, claim }: Upload,
  caller: Caller | null,
): Promise<boolean> {
  if (state !== 'claimed' || !claim || !caller) return state === 'consumed';
  return isHeld(ctx, claim, caller);
}

/** Asks the store unless the bytes came through our own listener. */
async function asMedia(store: ObjectStore, upload: Upload): Promise<MediaFile> {
  const { workspaceId, key, objectKey, filename, contentType, stored } = upload;
  if (stored) return { workspaceId, key, objectKey, filename, ...stored };
  const head = await store.head(objectKey);
  if (!head) throw noSuchFile();
  const type = contentType ?? head.contentType;
  return { workspaceId, key, objectKey, filename, contentType: type, sizeBytes: head.size };
}
