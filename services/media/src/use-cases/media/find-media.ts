import { AppError } from '@output-review/errors';
import type { ObjectStore } from '@output-review/runtime';

import type { MediaFile } from '../../domain/media-file.ts';
import { uploadConsumed } from '../../domain/upload-consumed.ts';
import type { ClaimKey } from '../claims/claim-store.ts';
import type { AskGateway, SettleClaims } from '../claims/settle-claims.ts';
import type { Upload, UploadStore } from '../uploads/upload-store.ts';
import type { MediaStore } from './media-store.ts';

export interface FindMediaDeps {
  readonly media: Pick<MediaStore, 'findFile'>;
  readonly uploads: Pick<UploadStore, 'find'>;
  readonly settleClaims: SettleClaims;
  readonly store: Pick<ObjectStore, 'head'>;
}

export interface WantedMedia {
  readonly workspaceId: string;
  readonly key: string;
}

export type FindMedia = ReturnType<typeof makeFindMedia>;

export const makeFindMedia =
  (deps: FindMediaDeps) =>
  /**
   * Finds a file of an output, or an upload that no output has yet. Where nobody has said yet whether
   * the submission is durable the gateway is asked: it may have died before it could say so.
   *
   * @param askGateway null for a signed link: whoever made it knew of a durable output.
   * @throws AppError NOT_FOUND, the same of a key of another workspace; UPLOAD_CONSUMED; UNAVAILABLE.
   */
  async ({ workspaceId, key }: WantedMedia, askGateway: AskGateway | null): Promise<MediaFile> => {
    const file = await deps.media.findFile(key);
    if (file?.workspaceId === workspaceId) {
      const isKnown = file.isConfirmed || askGateway === null;
      if (isKnown || (await isHeld(deps, file, askGateway))) return file;
      throw noSuchFile();
    }
    const upload = await deps.uploads.find(key);
    if (upload?.workspaceId !== workspaceId) throw noSuchFile();
    if (await isConsumed(deps, upload, askGateway)) throw uploadConsumed();
    return asMedia(deps, upload);
  };

function noSuchFile(): AppError {
  return new AppError('NOT_FOUND', 'There is no such file.');
}

async function isHeld(
  { settleClaims }: FindMediaDeps,
  claim: ClaimKey,
  askGateway: AskGateway,
): Promise<boolean> {
  const { workspaceId, outputId, attempt } = claim;
  const [state] = await settleClaims([{ workspaceId, outputId, attempt }], askGateway);
  return state === 'held';
}

async function isConsumed(
  deps: FindMediaDeps,
  { state, claim }: Upload,
  askGateway: AskGateway | null,
): Promise<boolean> {
  if (state !== 'claimed' || !claim || !askGateway) return state === 'consumed';
  return isHeld(deps, claim, askGateway);
}

/** The store is asked where bytes came to it past our own door, or none did yet. */
async function asMedia({ store }: FindMediaDeps, upload: Upload): Promise<MediaFile> {
  const { workspaceId, key, objectKey, filename, contentType, stored } = upload;
  if (stored) return { workspaceId, key, objectKey, filename, ...stored };
  const head = await store.head(objectKey);
  if (!head) throw noSuchFile();
  const type = contentType ?? head.contentType;
  return { workspaceId, key, objectKey, filename, contentType: type, sizeBytes: head.size };
}
