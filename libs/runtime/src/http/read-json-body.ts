import type { IncomingMessage } from 'node:http';

import { AppError } from '@output-review/errors';

import type { ByteBudget } from './byte-budget.ts';
import { bodyTooLarge, checkJsonHeaders, declaredLength } from './check-json-headers.ts';
import { ClientHungUp } from './client-hung-up.ts';
import { ReceivedBytes } from './received-bytes.ts';

export interface BodyLimits {
  readonly bytesMax: number;
  /** How long the body may take to arrive, counted from when it is being read. */
  readonly timeoutMs: number;
  /** Where the bytes are taken from; without one they are not counted. */
  readonly budget?: ByteBudget;
}

export interface JsonBody {
  readonly value: unknown;
  /** The text that the value was parsed from. */
  readonly text: string;
  /** How many it came in. */
  readonly bytes: number;
  /** Gives the bytes back to the budget; to be called when the request is answered. */
  readonly release: () => void;
}

/**
 * Reads a JSON body.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (at once where the headers tell, else
 *   as soon as the limit is passed), INVALID_JSON, VALIDATION_FAILED where it does not arrive in
 *   time, UNAVAILABLE where the budget has no room; ClientHungUp.
 */
export async function readJsonBody(req: IncomingMessage, limits: BodyLimits): Promise<JsonBody> {
  const bytesExpected = checkJsonHeaders(req, limits.bytesMax);
  const release = limits.budget ? await limits.budget.take(bytesExpected) : keepNothing;
  try {
    const received = await collect(req, limits);
    const text = decode(received);
    return { value: parse(text), text, bytes: received.length, release };
  } catch (error) {
    release();
    throw error;
  }
}

function keepNothing(): void {
  // There is no budget to give anything back to.
}

function collect(req: IncomingMessage, { bytesMax, timeoutMs }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = new ReceivedBytes(declaredLength(req));
    const settle = (): void => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    };
    const fail = (error: Error): void => {
      settle();
      req.pause();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      if (received.length + chunk.length > bytesMax) fail(bodyTooLarge(bytesMax));
      else received.add(chunk);
    };
    const onEnd = (): void => {
      settle();
      resolve(received.read());
    };
    const onGone = (): void => fail(new ClientHungUp());
    const timer = setTimeout(() => {
      fail(new AppError('VALIDATION_FAILED', 'The body did not arrive in time.'));
    }, timeoutMs);

    // It may have gone while the budget had no room; no event would tell of it any more.
    if (req.destroyed) onGone();
    else req.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch (error) {
    throw new AppError('INVALID_JSON', 'The body is not valid UTF-8.', { cause: error });
  }
}

function parse(text: string): unknown {
  if (text === '') throw new AppError('INVALID_JSON', 'A JSON body is required.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message quotes the body, so it stays inside.
    throw new AppError('INVALID_JSON', 'The body is not valid JSON.', { cause: error });
  }
}
