import { FILE_BYTES_MAX, putUpload } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  arrivingBytes,
  bodyTooLarge,
  declaredLength,
  FILE_ARRIVAL_MS_MAX,
  FILE_SILENCE_MS_MAX,
  type Route,
  type RouteContext,
  type WriteGrant,
} from '@output-review/runtime';

import { EMPTY_FILE } from '../../bytes/file-fault.ts';
import { bareType } from '../../bytes/taken-types.ts';
import type { DoorActions } from './door-actions.ts';
import { linkOf, refuseCredential } from './read-link.ts';

/** Takes the bytes of an announced upload from whoever has its link; they flow into the store. */
export const makePutRoute = (actions: DoorActions): Route => ({
  operation: putUpload,
  async respond(ctx) {
    const { key = '' } = ctx.params;
    const grant = await actions.tokens.verifyWrite(linkOf(ctx), key);
    refuseCredential(ctx);
    const sizeBytes = checkSize(ctx, grant);
    checkType(ctx, grant);
    const limits = { silenceMs: FILE_SILENCE_MS_MAX, timeoutMs: FILE_ARRIVAL_MS_MAX };
    const body = arrivingBytes(ctx.req, limits);
    try {
      await actions.putUpload({ key, body, sizeBytes });
    } finally {
      body.destroy();
    }
    ctx.body = { ok: true };
  },
});

/** @returns how many bytes are to come. */
function checkSize(ctx: RouteContext, { sizeBytes: announced }: WriteGrant): number {
  const size = declaredLength(ctx.req) ?? announced;
  if (size === null) throw refused('A Content-Length header is required.');
  if (size > FILE_BYTES_MAX) throw bodyTooLarge(FILE_BYTES_MAX);
  if (size === 0) throw refused(EMPTY_FILE);
  if (announced === null || size === announced) return size;
  throw refused(`The upload was announced with ${announced} bytes, not with ${size}.`);
}

function checkType(ctx: RouteContext, { contentType: announced }: WriteGrant): void {
  const encoding = ctx.get('content-encoding');
  if (encoding !== '' && encoding !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The bytes must not have a Content-Encoding.');
  }
  if (announced === null || bareType(ctx.get('content-type')) === announced) return;
  throw refused(`The upload was announced as ${announced}; send that as Content-Type.`);
}

function refused(sentence: string): AppError {
  return new AppError('VALIDATION_FAILED', sentence);
}
