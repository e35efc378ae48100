import { createHash } from 'node:crypto';

import { downloadFile } from '@output-review/contracts';
import { AppError, toErrorBody } from '@output-review/errors';
import type { ReadGrant, Route, RouteContext } from '@output-review/runtime';

import type { MediaFile } from '../../domain/media-file.ts';
import { readRange } from './byte-range.ts';
import type { DoorActions } from './door-actions.ts';
import { linkOf, refuseCredential } from './read-link.ts';

// Whatever a file is, it is a page of its own that runs nothing, reaches nothing of ours and is loaded
// by no page of others. It may be shown within our own pages.
const SANDBOX = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
} as const;

/** Serves the bytes of a file to whoever has a link. */
export const makeDownloadRoute = ({ tokens, findLinked, store }: DoorActions): Route => ({
  operation: downloadFile,
  async respond(ctx) {
    const { key = '' } = ctx.params;
    const grant = await tokens.verifyRead(linkOf(ctx), key);
    if (!grant.ignoresCredential) refuseCredential(ctx);
    const file = await findLinked(grant);
    // An upload may have got other bytes since.
    if (file.sizeBytes !== grant.sizeBytes) throw changed();
    const etag = etagOf(file);
    present(ctx, grant, etag);
    if (ctx.get('if-none-match') === etag) {
      ctx.status = 304;
      return;
    }
    await send(ctx, file, { store, etag });
  },
});

function present(ctx: RouteContext, grant: ReadGrant, etag: string): void {
  ctx.set(SANDBOX);
  ctx.set('Content-Disposition', grant.disposition);
  ctx.set('Content-Type', grant.contentType);
  ctx.set('Accept-Ranges', 'bytes');
  ctx.set('ETag', etag);
}

interface Sending extends Pick<DoorActions, 'store'> {
  readonly etag: string;
}

async function send(ctx: RouteContext, file: MediaFile, { store, etag }: Sending): Promise<void> {
  const { objectKey, sizeBytes } = file;
  const ifRange = ctx.get('if-range');
  const isAsked = ctx.method === 'GET' && (ifRange === '' || ifRange === etag);
  const range = isAsked ? readRange(ctx.get('range'), sizeBytes) : null;
  if (range === 'unsatisfiable') {
    refuseRange(ctx, sizeBytes);
    return;
  }
  const length = range ? range.end - range.start + 1 : sizeBytes;
  if (ctx.method !== 'HEAD') {
    const { body } = await store.get(objectKey, range ? { range } : {});
    const { type } = ctx;
    ctx.body = body;
    // Koa has an opinion about streams.
    if (ctx.type !== type) ctx.set('Content-Type', type);
  }
  if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  ctx.status = range ? 206 : 200;
  ctx.length = length;
}

function refuseRange(ctx: RouteContext, size: number): void {
  const fault = new AppError('VALIDATION_FAILED', 'The file has no such range of bytes.');
  ctx.remove('Content-Disposition');
  ctx.body = toErrorBody(fault);
  ctx.type = 'json';
  ctx.set('Content-Range', `bytes */${size}`);
  ctx.status = 416;
}

/** Bytes have a key of their own in the store, and are never written over. */
function etagOf({ objectKey }: MediaFile): string {
  return `"${createHash('sha256').update(objectKey).digest('base64url').slice(0, 22)}"`;
}

function changed(): AppError {
  return new AppError('FORBIDDEN', 'The file has changed since this link was made.');
}
