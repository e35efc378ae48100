import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { TOO_LARGE } from '../../bytes/file-size.ts';
import { tidyFilename, toKeyName } from '../../bytes/filename.ts';
import { bareType, isTakenType, TAKEN_TYPES } from '../../bytes/taken-types.ts';
import type { FileLinks } from '../../links/file-links.ts';
import { objectKey, uploadKey } from '../keys.ts';
import type { UploadStore } from './upload-store.ts';

export interface AnnounceUploadDeps {
  readonly uploads: Pick<UploadStore, 'create'>;
  readonly links: Pick<FileLinks, 'toPut'>;
  readonly newId: () => string;
  readonly now: () => Date;
}

export interface Announcement {
  readonly workspaceId: string;
  readonly filename: string | null;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

/** Where the bytes are to be put, and how. */
export interface UploadPlace {
  readonly key: string;
  readonly url: string;
  /** To be sent with them. */
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
}

export type AnnounceUpload = ReturnType<typeof makeAnnounceUpload>;

// By this a client says that it does not know.
const UNKNOWN_TYPE = 'application/octet-stream';

export const makeAnnounceUpload =
  ({ uploads, links, newId, now }: AnnounceUploadDeps) =>
  /**
   * Makes a key for a file that is uploaded before its output, and room for it.
   *
   * @throws AppError UNPROCESSABLE_ATTACHMENT, PAYLOAD_TOO_LARGE, MEDIA_QUOTA_EXCEEDED, UNAVAILABLE.
   */
  async ({ workspaceId, sizeBytes, ...said }: Announcement): Promise<UploadPlace> => {
    const contentType = checkAnnouncement({ sizeBytes, contentType: said.contentType });
    const filename = tidyFilename(said.filename ?? '') ?? 'file';
    const upload = {
      workspaceId,
      key: uploadKey(workspaceId, newId(), toKeyName(filename)),
      objectKey: objectKey(workspaceId, newId()),
      ...{ filename, contentType, sizeBytes },
    };
    await uploads.create({ ...upload, createdAt: now() });
    const { url, headers } = await links.toPut(upload);
    return {
      ...{ key: upload.key, url, headers },
      contentType: contentType ?? UNKNOWN_TYPE,
      bytesMax: sizeBytes ?? FILE_BYTES_MAX,
    };
  };

/** @returns the announced type without its parameters; null where none was. */
function checkAnnouncement({
  contentType,
  sizeBytes,
}: Pick<Announcement, 'contentType' | 'sizeBytes'>): string | null {
  const type = contentType === null ? UNKNOWN_TYPE : bareType(contentType);
  const isTaken = type !== null && (type === UNKNOWN_TYPE || isTakenType(type));
  const isTooLarge = sizeBytes !== null && sizeBytes > FILE_BYTES_MAX;
  if (isTaken && !isTooLarge) return type === UNKNOWN_TYPE ? null : type;
  const code = isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'UNPROCESSABLE_ATTACHMENT';
  throw new AppError(code, 'A file like this is not taken; see fields.', {
    fields: {
      ...(!isTaken && { contentType: `Taken are ${TAKEN_TYPES}.` }),
      ...(isTooLarge && { sizeBytes: TOO_LARGE }),
    },
  });
}
