import { hash } from 'node:crypto';

import { AppError } from '@output-review/errors';
import { newId } from '@output-review/runtime';

import { SharedCalls } from '../shared-calls.ts';
import type { RateSlot, RateWindow, SlotRequest } from './rate-window.ts';
import type { Count, WindowCounter } from './window-counter.ts';

type Counter = Pick<WindowCounter, 'count' | 'isCurrent'>;

// Takes a few hundred microseconds in Redis, a few milliseconds in PostgreSQL.
const REQUESTS_PER_CALL_MAX = 200;
// Each turn after the first follows a switch during a refusal, and switches are seconds apart.
const TURNS_MAX = 5;
// Keys that this service made stay readable. Other keys may contain anything, at any length.
const PLAIN_KEY = /^[\w/-]{1,100}$/;

/**
 * The window that all processes on one database share. Requests of the same tick share a call.
 *
 * A slot belongs to the epoch that counted it, which may have ended when the slot is used. `hold_rate_window` checks
 * this in the transaction that uses the slot. A refusal is final, because it was right when it was made.
 */
export class SharedRateWindow implements RateWindow {
  readonly #counter: Counter;
  readonly #calls: SharedCalls<SlotRequest, Count>;
  readonly #process = newId();
  #requests = 0;

  constructor(counter: Counter) {
    this.#counter = counter;
    this.#calls = new SharedCalls({
      call: (requests) => counter.count(requests),
      itemsMax: REQUESTS_PER_CALL_MAX,
    });
  }

  /** @throws AppError UNAVAILABLE, or the outage, if slots cannot be counted. */
  async take(key: string, limit: number): Promise<RateSlot | null> {
    this.#requests += 1;
    const member = `${this.#process}-${this.#requests}`;
    const request = { key: toPlainKey(key), limit, member };
    for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
      const { takenAt, epoch, isFinal } = await this.#calls.add(request);
      if (takenAt) return { takenAt, epoch };
      // Redis does not know whether it is still the one that counts.
      if (isFinal || (await this.#counter.isCurrent(epoch))) return null;
    }
    throw new AppError(
      'UNAVAILABLE',
      'The rate limit could not be checked. Try again in a moment.',
    );
  }
}

function toPlainKey(key: string): string {
  return PLAIN_KEY.test(key) ? key : hash('sha256', key, 'base64url');
}
