import type { getMedia, getMediaUrl } from '@output-review/contracts';
import { AppError, toErrorBody } from '@output-review/errors';
import {
  disconnectSignal,
  type Reply,
  type RequestOf,
  type RouteContext,
} from '@output-review/runtime';
import { type ReadGrant, readOn } from '@output-review/shared-kernel';

import type { Caller } from '../claims/claims.ts';
import { findMedia, type WantedMedia } from '../claims/find-media.ts';
import type { MediaFile } from '../content/content.pure.ts';
import { tidyFilename } from '../content/names.pure.ts';
import type { Context } from '../context.ts';
import { readKey } from '../links/links.pure.ts';
import { linkOf, type ReadLink, type ReadLinkOptions, refuseCredential } from '../links/links.ts';
import { etagOf, readRange } from './downloads.pure.ts';

/** Creates a link to download the file that a reference names. */
export async function linkTo(
  ctx: Context,
  request: RequestOf<typeof getMediaUrl>,
): Promise<Reply<typeof getMediaUrl>> {
  const { query, principal } = request;
  const key = readKey(query.source, ctx.addresses);
  if (key === null) throw new AppError('NOT_FOUND', 'There is no such file.');
  const wanted = {
    ...{ workspaceId: principal.workspaceId, key, filename: query.filename ?? null },
    isDownload: query.download === '1',
    ignoresCredential: false,
  };
  const { file, link } = await linkMedia(ctx, wanted, request);
  const { filename, contentType, sizeBytes } = file;
  const { url, expiresAt } = link;
  return {
    status: 200,
    body: { url, expiresAt: expiresAt.toISOString(), key, filename, contentType, sizeBytes },
  };
}

/** Redirects to a link that accepts the `Authorization` header of the request. */
export async function redirectTo(
  ctx: Context,
  request: RequestOf<typeof getMedia>,
): Promise<Reply<typeof getMedia>> {
  const { params, query, principal } = request;
  const wanted = {
    ...{ workspaceId: principal.workspaceId, key: params.key, filename: null },
    isDownload: query.download === '1',
    ignoresCredential: true,
  };
  const { link } = await linkMedia(ctx, wanted, request);
  return { status: 302, body: null, headers: { location: link.url } };
}

interface WantedLink extends WantedMedia, ReadLinkOptions {
  /** Replaces the file's own name unless null. */
  readonly filename: string | null;
}

/** @throws AppError NOT_FOUND, UPLOAD_CONSUMED, UNAVAILABLE. */
async function linkMedia(
  ctx: Context,
  wanted: WantedLink,
  caller: Caller,
): Promise<{ readonly file: MediaFile; readonly link: ReadLink }> {
  const found = await findMedia(ctx, wanted, caller);
  const file = { ...found, filename: tidyFilename(wanted.filename ?? '') ?? found.filename };
  return { file, link: await ctx.links.toRead(file, wanted) };
}

// Isolates each file as a document that runs no scripts, has no access to our origin and cannot be embedded by other
// sites. Our own pages may embed it.
const SANDBOX = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
} as const;

/** Serves the bytes of a file to callers with a link. */
export async function serveFile(ctx: Context, http: RouteContext): Promise<void> {
  const { key = '' } = http.params;
  const grant = await ctx.tokens.verifyRead(linkOf(http), key);
  if (!grant.ignoresCredential) refuseCredential(http);
  const file = await findMedia(ctx, grant, null);
  // An upload may have received other bytes since.
  if (file.sizeBytes !== grant.sizeBytes) throw changed();
  const etag = etagOf(file.objectKey);
  if (http.get('if-none-match') === etag) {
    present(http, grant, etag);
    http.status = 304;
    return;
  }
  await send(http, file, { ...ctx, grant, etag });
}

function present(http: RouteContext, grant: ReadGrant, etag: string): void {
  http.set(SANDBOX);
  http.set('Content-Disposition', grant.disposition);
  http.set('Content-Type', grant.contentType);
  http.set('Accept-Ranges', 'bytes');
  http.set('ETag', etag);
}

interface Sending extends Pick<Context, 'store' | 'fileSeats'> {
  readonly grant: ReadGrant;
  readonly etag: string;
}

// A response must begin within 10 s.
const TURN_MS_MAX = 5_000;

async function send(
  http: RouteContext,
  { workspaceId, objectKey, sizeBytes }: MediaFile,
  { store, fileSeats, grant, etag }: Sending,
): Promise<void> {
  const ifRange = http.get('if-range');
  const isAsked = http.method === 'GET' && (ifRange === '' || ifRange === etag);
  const range = isAsked ? readRange(http.get('range'), sizeBytes) : null;
  if (range === 'unsatisfiable') {
    refuseRange(http, sizeBytes);
    return;
  }
  const length = range ? range.end - range.start + 1 : sizeBytes;
  // Before the headers are set: an error response must not have those of the file.
  if (http.method !== 'HEAD') {
    const turn = { signal: disconnectSignal(http), turnMsMax: TURN_MS_MAX };
    const seated = { holder: workspaceId, ...turn, ...readOn(http) };
    const open = () => store.get(objectKey, range ? { range } : {});
    http.body = (await fileSeats.whileRead(seated, open)).body;
  }
  present(http, grant, etag);
  if (range) http.set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  http.status = range ? 206 : 200;
  http.length = length;
}

function refuseRange(http: RouteContext, size: number): void {
  const fault = new AppError('VALIDATION_FAILED', 'The file has no such range of bytes.');
  http.body = toErrorBody(fault);
  http.type = 'json';
  http.set('Content-Range', `bytes */${size}`);
  http.status = 416;
}

function changed(): AppError {
  return new AppError(
    'FORBIDDEN',
    'The file has changed since this link was created. Request a new link.',
  );
}
