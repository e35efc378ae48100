import type { IncomingMessage } from 'node:http';

import { hasBody } from './check-json-headers.ts';
import type { AppContext } from './route.ts';

// A client that is still sending sees a reset instead of the answer when the connection closes at
// once. So what it sends is thrown away for a moment: time enough to notice the answer, not enough
// to keep us busy.
const DISCARD_MS_MAX = 1_000;
const DISCARD_BYTES_MAX = 16_000_000;

/** Whether bytes of the request are still to come, or wait in the socket. */
export function isBodyUnread(req: IncomingMessage): boolean {
  return !req.complete && !req.destroyed && hasBody(req);
}

/**
 * Sends the answer although the body was not read to its end, throws away what still comes for a
 * moment, and closes the connection.
 */
export async function sendBesideUnreadBody(ctx: AppContext): Promise<void> {
  const { req, res } = ctx;
  const body = Buffer.from(JSON.stringify(ctx.body), 'utf8');
  ctx.respond = false;
  ctx.set('Connection', 'close');
  ctx.length = body.length;
  res.writeHead(ctx.status);
  if (ctx.method !== 'HEAD') res.write(body);
  await discard(req);
  res.end();
}

function discard(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      req.off('data', onData).off('end', end).off('close', end).off('error', end);
      req.on('error', () => {});
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > DISCARD_BYTES_MAX) end();
    };
    const timer = setTimeout(end, DISCARD_MS_MAX);
    req.on('data', onData).on('end', end).on('close', end).on('error', end);
    req.resume();
  });
}
