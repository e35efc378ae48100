import type { IncomingMessage } from 'node:http';

import { AppError } from '@output-review/errors';

import type { BodyBudget } from './body-budget.ts';
import type { BodyPlace } from './body-place.ts';
import { bodyTooLarge, checkJsonHeaders, declaredLength } from './check-json-headers.ts';
import { ClientDisconnected } from './request-body-stream.ts';

export interface JsonBody {
  readonly value: unknown;
  /** The text that the value was parsed from. */
  readonly text: string;
  /** The size of the body. */
  readonly bytes: number;
  /** Gives the bytes back to the budget. Call it when the request is answered. */
  readonly release: () => void;
}

/**
 * Reads a JSON body.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (immediately if the headers show it, otherwise once the
 *   limit is exceeded), INVALID_JSON, VALIDATION_FAILED if it does not arrive in time, UNAVAILABLE if the budget has no
 *   room or its place goes to another body; ClientDisconnected.
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

/** Reads a body of any type as text. Invalid UTF-8 is replaced. @throws as `readJsonBody`. */
export async function readTextBody(req: IncomingMessage, limits: BodyLimits): Promise<JsonBody> {
  const declared = declaredLength(req);
  if (declared !== null && declared > limits.bytesMax) throw bodyTooLarge(limits.bytesMax);
  const { received, place } = await collectBody(req, limits);
  const text = received.toString('utf8');
  return { value: text, text, bytes: received.length, release: () => place.release() };
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
    // V8's message quotes the body, so it stays internal.
    throw new AppError('INVALID_JSON', 'The body is not valid JSON.', { cause: error });
  }
}

export interface BodyLimits {
  readonly bytesMax: number;
  /** How long the body may take to arrive, excluding its wait for room. */
  readonly timeoutMs: number;
  /** The budget that its bytes are charged to. */
  readonly budget: BodyBudget;
  /** Identifiers of the sender; each has a share of the budget. */
  readonly clients: readonly string[];
}

export interface CollectedBody {
  readonly received: Buffer;
  /** The charged place, until it is released. */
  readonly place: BodyPlace;
}

/**
 * Collects the bytes of a body, charging each part as it arrives.
 *
 * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_FAILED, UNAVAILABLE; ClientDisconnected. Nothing is charged then.
 */
function collectBody(req: IncomingMessage, limits: BodyLimits): Promise<CollectedBody> {
  return new Promise((resolve, reject) => {
    new Collecting(req, { limits, resolve, reject }).start();
  });
}

interface CollectingOptions {
  readonly limits: BodyLimits;
  readonly resolve: (body: CollectedBody) => void;
  readonly reject: (error: unknown) => void;
}

class Collecting {
  readonly #req: IncomingMessage;
  readonly #options: CollectingOptions;
  readonly #received: ReceivedBytes;
  readonly #place: BodyPlace;
  #arrival: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #isWaiting = false;

  constructor(req: IncomingMessage, options: CollectingOptions) {
    const { bytesMax, clients, budget } = options.limits;
    this.#req = req;
    this.#options = options;
    this.#received = new ReceivedBytes(declaredLength(req));
    this.#place = budget.open({ bytesMax, clients, onLost: this.#fail });
  }

  start(): void {
    const req = this.#req;
    this.#startArrival();
    // The request may be gone already, in which case no event follows.
    if (req.destroyed) this.#onGone();
    else {
      req.on('data', this.#onData).on('end', this.#onEnd);
      req.on('error', this.#onGone).on('close', this.#onGone);
    }
  }

  #startArrival(): void {
    this.#arrival = setTimeout(() => {
      this.#fail(new AppError('VALIDATION_FAILED', 'The body did not arrive in time.'));
    }, this.#options.limits.timeoutMs);
  }

  #settle(): void {
    clearTimeout(this.#arrival);
    this.#req.off('data', this.#onData).off('end', this.#onEnd);
    this.#req.off('error', this.#onGone).off('close', this.#onGone);
  }

  readonly #fail = (error: unknown): void => {
    this.#settle();
    this.#req.pause();
    this.#place.release();
    this.#options.reject(error);
  };

  readonly #onData = (chunk: Buffer): void => {
    const { bytesMax } = this.#options.limits;
    if (this.#received.length + chunk.length > bytesMax) {
      this.#fail(bodyTooLarge(bytesMax));
      return;
    }
    const turn = this.#place.take(chunk.length);
    if (turn) this.#waitFor(turn, chunk).catch(this.#fail);
    else this.#received.add(chunk);
  };

  async #waitFor(turn: Promise<void>, chunk: Buffer): Promise<void> {
    this.#isWaiting = true;
    clearTimeout(this.#arrival);
    this.#req.pause();
    await turn;
    this.#isWaiting = false;
    this.#received.add(chunk);
    this.#startArrival();
    // An end that came meanwhile is not emitted again.
    if (this.#hasEnded) this.#onEnd();
    else this.#req.resume();
  }

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.#isWaiting) return;
    this.#settle();
    this.#place.complete();
    this.#options.resolve({ received: this.#received.read(), place: this.#place });
  };

  readonly #onGone = (): void => {
    // A complete request also emits `close`.
    if (!this.#hasEnded) this.#fail(new ClientDisconnected());
  };
}

const NOTHING = Buffer.alloc(0);

/**
 * Assembles the body as it arrives, copying each part immediately. Keeping the parts until the end would need the
 * memory of the body twice, in pieces of 64 KB.
 */
class ReceivedBytes {
  readonly #declared: number | null;
  #bytes: Buffer = NOTHING;
  #length = 0;

  /** @param declared the number of bytes to come, if known; the caller ensures that no more arrive. */
  constructor(declared: number | null) {
    this.#declared = declared;
  }

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#length === 0) {
      // Most bodies arrive in one part, which needs no copy.
      this.#bytes = part;
    } else {
      if (length > this.#bytes.length) this.#grow(length);
      part.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** Returns all bytes received. */
  read(): Buffer {
    const bytes = this.#bytes;
    return this.#length === bytes.length ? bytes : bytes.subarray(0, this.#length);
  }

  // Do not allocate the declared size at once: many requests could declare much and send nothing.
  #grow(needed: number): void {
    const former = this.#bytes;
    const bytes = this.#declared === null ? 2 * needed : Math.min(4 * needed, this.#declared);
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(needed, bytes));
    former.copy(this.#bytes);
  }
}
