import { LINK_LIFETIME_SECONDS, type LinkTokens, type SignedPut } from '@output-review/runtime';

import { makeDisposition } from '../bytes/disposition.ts';
import type { MediaFile } from '../domain/media-file.ts';
import { isShown, servedType } from './served-type.ts';
import type { StoreLinks } from './store-links.ts';

export interface FileLinksDeps {
  readonly tokens: Pick<LinkTokens, 'sign'>;
  readonly storeLinks: StoreLinks;
  /** Without a slash at its end. */
  readonly publicUrl: () => string;
  readonly now: () => Date;
}

export interface ReadLinkOptions {
  /** The name that the file is downloaded under. */
  readonly filename: string;
  readonly isDownload: boolean;
  /** For a link that a redirect leads to: clients keep their `Authorization` header over it. */
  readonly ignoresCredential: boolean;
}

export interface ReadLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** An upload that a link is made for. */
export interface LinkedUpload {
  readonly workspaceId: string;
  readonly key: string;
  readonly objectKey: string;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

export interface FileLinks {
  toRead(file: MediaFile, options: ReadLinkOptions): Promise<ReadLink>;
  /** @throws AppError UNAVAILABLE where the store cannot be asked. */
  toPut(upload: LinkedUpload): Promise<SignedPut>;
}

// Where nothing was announced; the type is found from the bytes.
const ANY_TYPE = 'application/octet-stream';

/**
 * Makes links that need no credential and live for LINK_LIFETIME_SECONDS: the store's own where they
 * may be given out, else those of our own door. What could run in a browser, and what a redirect leads
 * to, is always ours: the store knows neither of our headers nor of the exception.
 */
export function makeFileLinks(deps: FileLinksDeps): FileLinks {
  const { tokens, storeLinks, publicUrl, now } = deps;
  const ownUrl = (key: string, token: string): string =>
    `${publicUrl()}/files/${key}?link=${token}`;
  return {
    async toRead(file, { filename, isDownload, ignoresCredential }) {
      const { workspaceId, key, objectKey, sizeBytes } = file;
      const isSafe = isShown(file.contentType);
      const contentType = servedType(file.contentType);
      const type = isDownload || !isSafe ? 'attachment' : 'inline';
      const disposition = makeDisposition(type, filename);
      if (isSafe && !ignoresCredential && storeLinks.forReading) {
        const expiresAt = new Date(now().getTime() + LINK_LIFETIME_SECONDS * 1000);
        const answer = { contentType, disposition };
        return { url: await storeLinks.forReading.signGet(objectKey, answer), expiresAt };
      }
      const { token, expiresAt } = await tokens.sign({
        ...{ method: 'GET', workspaceId, key, contentType, sizeBytes },
        ...{ disposition, ignoresCredential },
      });
      return { url: ownUrl(key, token), expiresAt };
    },
    async toPut({ objectKey, ...upload }) {
      const { contentType, sizeBytes } = upload;
      if (contentType !== null && sizeBytes !== null) {
        const signing = { contentType, size: sizeBytes };
        const signed = await storeLinks.forWriting?.signPut(objectKey, signing);
        if (signed) return signed;
      }
      const { token } = await tokens.sign({ method: 'PUT', ...upload });
      const headers = { 'content-type': contentType ?? ANY_TYPE };
      return { url: ownUrl(upload.key, token), headers };
    },
  };
}
