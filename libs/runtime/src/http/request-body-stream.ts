import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';

import { AppError } from '@output-review/errors';

/** The caller disconnected before it was answered. Not a fault, and there is no one to answer. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client closed the connection before the request was complete');
    this.name = 'ClientDisconnected';
  }
}

/** A signal that aborts with ClientDisconnected when the caller disconnects, and also once the answer was sent. */
export function disconnectSignal({ res }: { readonly res: ServerResponse }): AbortSignal {
  const ended = new AbortController();
  const abort = (): void => ended.abort(new ClientDisconnected());
  if (res.closed) abort();
  else res.once('close', abort);
  return ended.signal;
}

export interface ArrivalLimits {
  /** Maximum time between two parts. */
  readonly silenceMs: number;
  /** Maximum time from now to the end. */
  readonly timeoutMs: number;
}

/**
 * Streams the body of a request to a receiver. A receiver that needs no more destroys the stream. The request stays
 * open, so that it can be answered.
 *
 * @returns a stream that fails with AppError VALIDATION_FAILED if the bytes do not arrive in time, UNAVAILABLE if the
 *   receiver does not take them in time, and with ClientDisconnected.
 */
export function requestBodyStream(req: IncomingMessage, limits: ArrivalLimits): Readable {
  const fail = (error: Error): void => void bytes.destroy(error);
  const late = (): void =>
    fail(
      // Buffered bytes have arrived, so it is the receiver that stalls.
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
      // The receiver may take its time with buffered bytes.
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
  // It may fail before it has a reader.
  bytes.on('error', () => {});
  if (req.destroyed) onGone();
  else req.pipe(bytes);
  return bytes;
}
