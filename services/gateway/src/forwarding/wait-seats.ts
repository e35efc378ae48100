import { AppError } from '@output-review/errors';
import type { Metrics } from '@output-review/runtime';

import { type Caller, callerKey } from '../access/limiter.ts';

/** Source: the interface. */
const WAITS_PER_CALLER_MAX = 100;

/** Counts the calls that wait in this process: no caller holds more than its share. */
export class WaitSeats {
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(metrics: Metrics) {
    const waiting = metrics.gauge({
      name: 'output_review_waiting_calls',
      help: 'Status calls that are waiting for their output to settle.',
      labels: [],
    });
    metrics.beforeScrape({
      name: 'waiting calls',
      read: () => waiting.set({}, this.#count),
      clear: () => {},
    });
  }

  /** @returns what gives it back. @throws AppError RATE_LIMITED. */
  take(caller: Caller): () => void {
    const key = callerKey(caller);
    if ((this.#taken.get(key) ?? 0) >= WAITS_PER_CALLER_MAX) {
      throw new AppError(
        'RATE_LIMITED',
        'Too many calls of this caller are waiting for an output.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    this.#add(key, 1);
    return () => this.#add(key, -1);
  }

  #add(key: string, by: 1 | -1): void {
    this.#count += by;
    const taken = (this.#taken.get(key) ?? 0) + by;
    if (taken === 0) this.#taken.delete(key);
    else this.#taken.set(key, taken);
  }
}
