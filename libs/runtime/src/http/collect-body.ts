import type { IncomingMessage } from 'node:http';

import { AppError } from '@output-review/errors';

import type { BodyBudget } from './body-budget.ts';
import type { BodyPlace } from './body-place.ts';
import { bodyTooLarge, declaredLength } from './check-json-headers.ts';
import { ClientHungUp } from './client-hung-up.ts';
import { ReceivedBytes } from './received-bytes.ts';

export interface BodyLimits {
  readonly bytesMax: number;
  /** How long the body may take to arrive, its wait for room not counted. */
  readonly timeoutMs: number;
  /** Where its bytes are charged. */
  readonly budget: BodyBudget;
  /** What the sender is known by; each has a share of the budget. */
  readonly clients: readonly string[];
}

export interface CollectedBody {
  readonly received: Buffer;
  /** Where it is charged, until it is released. */
  readonly place: BodyPlace;
}

/**
 * Collects the bytes of a body, each charged when it has come.
 *
 * @throws AppError PAYLOAD_TOO_LARGE, VALIDATION_FAILED, UNAVAILABLE; ClientHungUp. Nothing is charged then.
 */
export function collectBody(req: IncomingMessage, limits: BodyLimits): Promise<CollectedBody> {
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
    // It may have gone before anybody looked; no event would tell of it any more.
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
    // An end that came meanwhile is not told again.
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
    // A request also closes when all of it has come.
    if (!this.#hasEnded) this.#fail(new ClientHungUp());
  };
}
