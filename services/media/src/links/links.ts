import { INTERNAL_HEADERS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Clock,
  LINK_LIFETIME_SECONDS,
  parseQuery,
  type RouteContext,
} from '@output-review/runtime';
import type { LinkTokens } from '@output-review/shared-kernel';

import { type MediaFile, UNKNOWN_TYPE } from '../content/content.pure.ts';
import { makeDisposition } from '../content/names.pure.ts';
import type { SignedPut } from '../object-store/object-store.ts';
import { isShown, servedType } from './links.pure.ts';
import type { ProbedStoreLinks } from './store-links.ts';

export interface FileLinksOptions {
  readonly tokens: Pick<LinkTokens, 'sign'>;
  readonly storeLinks: ProbedStoreLinks;
  /** Without a trailing slash. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

export interface ReadLinkOptions {
  readonly isDownload: boolean;
  /** For a link behind a redirect: clients resend their `Authorization` header to it. */
  readonly ignoresCredential: boolean;
}

export interface ReadLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** An upload to create a link for. */
export interface LinkedUpload {
  readonly workspaceId: string;
  readonly key: string;
  readonly objectKey: string;
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

/**
 * Creates links that need no credential and are valid for LINK_LIFETIME_SECONDS: links of the store if allowed,
 * otherwise links of our own listener. Active content and redirects always use our own, because the store sets none of
 * our headers and does not accept a credential.
 */
export class FileLinks {
  readonly #options: FileLinksOptions;

  constructor(options: FileLinksOptions) {
    this.#options = options;
  }

  async toRead(
    file: MediaFile,
    { isDownload, ignoresCredential }: ReadLinkOptions,
  ): Promise<ReadLink> {
    const { tokens, storeLinks, clock } = this.#options;
    const { workspaceId, key, objectKey, sizeBytes } = file;
    const isSafe = isShown(file.contentType);
    const contentType = servedType(file.contentType);
    const type = isDownload || !isSafe ? 'attachment' : 'inline';
    const disposition = makeDisposition(type, file.filename);
    if (isSafe && !ignoresCredential && storeLinks.forReading) {
      const expiresAt = new Date(clock.now().getTime() + LINK_LIFETIME_SECONDS * 1000);
      const answer = { contentType, disposition };
      return { url: await storeLinks.forReading.signGet(objectKey, answer), expiresAt };
    }
    const { token, expiresAt } = await tokens.sign({
      ...{ method: 'GET', workspaceId, key, contentType, sizeBytes },
      ...{ disposition, ignoresCredential },
    });
    return { url: this.#ownUrl(key, token), expiresAt };
  }

  async toPut({ objectKey, ...upload }: LinkedUpload): Promise<SignedPut> {
    const { tokens, storeLinks } = this.#options;
    const { contentType, sizeBytes } = upload;
    if (contentType !== null && sizeBytes !== null && storeLinks.forWriting) {
      return storeLinks.forWriting.signPut(objectKey, { contentType, size: sizeBytes });
    }
    const { token } = await tokens.sign({ method: 'PUT', ...upload });
    const headers = { 'content-type': contentType ?? UNKNOWN_TYPE };
    return { url: this.#ownUrl(upload.key, token), headers };
  }

  #ownUrl(key: string, token: string): string {
    return `${this.#options.publicUrl()}/files/${key}?link=${token}`;
  }
}

/** The token of the link in a request; empty, and so invalid, if there is none. */
export function linkOf(ctx: RouteContext): string {
  return parseQuery(ctx.querystring).values['link'] ?? '';
}

/**
 * A link grants access by itself. A credential sent with it would leak to a place it is not meant for.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function refuseCredential(ctx: RouteContext): void {
  // The gateway strips the header and reports that there was one.
  if (ctx.get('authorization') === '' && ctx.get(INTERNAL_HEADERS.hasCredential) === '') return;
  throw new AppError(
    'VALIDATION_FAILED',
    'Use this link without an Authorization header: its signature already grants access.',
  );
}
