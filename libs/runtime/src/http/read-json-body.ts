import type { IncomingMessage } from 'node:http';

import { AppError } from '@output-review/errors';

import { checkJsonHeaders } from './check-json-headers.ts';
import { type BodyLimits, collectBody } from './collect-body.ts';

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
 *   time, UNAVAILABLE where the budget has no room or its place goes to another; ClientHungUp.
 */
export async function readJsonBody(req: IncomingMessage, limits: BodyLimits): Promise<JsonBody> {
  const bytesMax = checkJsonHeaders(req, limits.bytesMax);
  const { received, place } = await collectBody(req, { ...limits, bytesMax });
  try {
    const text = decode(received);
    const { length: bytes } = received;
    return { value: parse(text), text, bytes, release: () => place.release() };
  } catch (error) {
    place.release();
    throw error;
  }
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
