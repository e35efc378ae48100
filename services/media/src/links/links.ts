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
import type { SignedPut } from '../object-store/link-signer.ts';
import { isShown, servedType } from './links.pure.ts';
import type { ProbedStoreLinks } from './store-links.ts';

export interface FileLinksOptions {
  readonly tokens: Pick<LinkTokens, 'sign'>;
  readonly storeLinks: ProbedStoreLinks;
  /** Without a slash at its end. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
}

export interface ReadLinkOptions {
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

/**
 * Makes links that need no credential and live for LINK_LIFETIME_SECONDS: the store's own where they
 * may be given out, else those of our own listener. What could run in a browser, and what a redirect leads
 * to, is always ours: the store knows neither of our headers nor of the exception.
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

  /** @throws AppError UNAVAILABLE where the store cannot be asked. */
  async toPut({ objectKey, ...upload }: LinkedUpload): Promise<SignedPut> {
    const { tokens, storeLinks } = this.#options;
    const { contentType, sizeBytes } = upload;
    if (contentType !== null && sizeBytes !== null) {
      const signing = { contentType, size: sizeBytes };
      const signed = await storeLinks.forWriting?.signPut(objectKey, signing);
      if (signed) return signed;
    }
    const { token } = await tokens.sign({ method: 'PUT', ...upload });
    const headers = { 'content-type': contentType ?? UNKNOWN_TYPE };
    return { url: this.#ownUrl(upload.key, token), headers };
  }

  #ownUrl(key: string, token: string): string {
    return `${this.#options.publicUrl()}/files/${key}?link=${token}`;
  }
}

/** The link that a request came with; an empty one, which nobody signed, where it came without. */
export function linkOf(ctx: RouteContext): string {
  return parseQuery(ctx.querystring).values['link'] ?? '';
}

/**
 * A link stands for itself: whoever sends a credential with it shows it to a place that it is not for.
 *
 * @throws AppError VALIDATION_FAILED.
 */
export function refuseCredential(ctx: RouteContext): void {
  // It ends at the gateway, which tells that there was one.
  if (ctx.get('authorization') === '' && ctx.get(INTERNAL_HEADERS.hasCredential) === '') return;
  throw new AppError(
    'VALIDATION_FAILED',
    'Use this link without an Authorization header: its signature already grants access.',
  );
}
