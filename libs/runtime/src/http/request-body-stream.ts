import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';

import { AppError } from '@output-review/errors';

/** The caller went away before it was answered. Nobody is left to tell, and nothing is wrong. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client closed the connection before the request was complete');
    this.name = 'ClientDisconnected';
  }
}

/** Aborted, by ClientDisconnected, when whoever calls hangs up; also once the answer has been sent. */
export function disconnectSignal({ res }: { readonly res: ServerResponse }): AbortSignal {
  const ended = new AbortController();
  const abort = (): void => ended.abort(new ClientDisconnected());
  if (res.closed) abort();
  else res.once('close', abort);
  return ended.signal;
}

export interface ArrivalLimits {
  /** Between two parts. */
  readonly silenceMs: number;
  /** From now to the end. */
  readonly timeoutMs: number;
}

/**
 * The body of a request as bytes that flow to somebody else. Whoever has enough of them destroys the
 * stream; the request itself stays, so that it can be answered.
 *
 * @returns a stream that fails with AppError VALIDATION_FAILED where the bytes do not arrive in time,
 *   UNAVAILABLE where they are not taken in time, and with ClientDisconnected.
 */
export function requestBodyStream(req: IncomingMessage, limits: ArrivalLimits): Readable {
  const fail = (error: Error): void => void bytes.destroy(error);
  const late = (): void =>
    fail(
      // What waits here has arrived: it is the receiver that stands still.
      bytes.readableLength > 0
        ? new AppError('UNAVAILABLE', 'The bytes were not taken in time. Try again in a moment.')
        : new AppError('VALIDATION_FAILED', 'The bytes did not arrive in time.'),
    );
  const whole = setTimeout(late, limits.timeoutMs);
  const silence = setTimeout(late, limits.silenceMs);
  const bytes = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      silence.refresh();
      done(null, chunk);
    },
    flush(done) {
      // The receiver may take its time with what is here.
      clearTimeout(silence);
      done();
    },
  });
  const onGone = (): void => {
    if (!req.readableEnded) fail(new ClientDisconnected());
  };
  req.on('error', onGone).on('close', onGone);
  bytes.once('close', () => {
    clearTimeout(whole);
    clearTimeout(silence);
    req.unpipe(bytes).off('close', onGone);
  });
  // It may fail before anybody reads it.
  bytes.on('error', () => {});
  if (req.destroyed) onGone();
  else req.pipe(bytes);
  return bytes;
}
