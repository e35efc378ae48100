import type { Readable } from 'node:stream';

import { createUpload, FILE_BYTES_MAX, putUpload } from '@output-review/contracts';
import {
  requestBodyStream,
  bodyTooLarge,
  declaredLength,
  disconnectSignal,
  FILE_ARRIVAL_MS_MAX,
  FILE_SILENCE_MS_MAX,
  type Route,
} from '@output-review/runtime';
import { sentOn } from '@output-review/shared-kernel';

import { type Context, route } from '../context.ts';
import { linkOf, refuseCredential } from '../links/links.ts';
import { checkSentSize, checkSentType } from './uploads.pure.ts';
import { announceUpload, storeUpload } from './uploads.ts';

// Below the gateway's timeout for bytes that are not read.
const TURN_MS_MAX = FILE_SILENCE_MS_MAX - 5_000;

/** Streams the bytes of an upload into the store, for callers with its link. */
const putRoute = (ctx: Context): Route => ({
  operation: putUpload,
  async respond(http) {
    const { key = '' } = http.params;
    const announced = await ctx.tokens.verifyWrite(linkOf(http), key);
    refuseCredential(http);
    const size = declaredLength(http.req) ?? announced.sizeBytes;
    if (size !== null && size > FILE_BYTES_MAX) throw bodyTooLarge(FILE_BYTES_MAX);
    const sizeBytes = checkSentSize(size, announced.sizeBytes);
    const [encoding, contentType] = [http.get('content-encoding'), http.get('content-type')];
    checkSentType({ encoding, contentType }, announced.contentType);
    const limits = { silenceMs: FILE_SILENCE_MS_MAX, timeoutMs: FILE_ARRIVAL_MS_MAX };
    const { workspaceId } = announced;
    const turn = { signal: disconnectSignal(http), turnMsMax: TURN_MS_MAX };
    let body: Readable | undefined;
    const moving = sentOn(http.req, (late) => void body?.destroy(late));
    await ctx.fileSeats.during({ holder: workspaceId, ...turn, ...moving }, async () => {
      body = requestBodyStream(http.req, limits);
      try {
        await storeUpload(ctx, { key, body, sizeBytes });
      } finally {
        body.destroy();
      }
    });
    http.body = { ok: true };
  },
});

export const uploadRoutes = [route(createUpload, announceUpload), putRoute];
