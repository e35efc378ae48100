import type { Logger } from '../../base/logger.ts';

/** Logs each outage twice: when it affects the first events, and when all affected events have arrived. */
export class FailedSends {
  readonly #log: Logger;
  readonly #caught = new Set<object>();
  #sinceMs = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  failed(events: readonly object[], err: unknown): void {
    if (this.#caught.size === 0) {
      this.#sinceMs = performance.now();
      this.#log.warn({ err }, 'sending failed, retrying');
    }
    for (const event of events) this.#caught.add(event);
  }

  sent(events: readonly object[]): void {
    if (this.#caught.size === 0) return;
    this.forget(events);
    if (this.#caught.size > 0) return;
    const waitedMs = Math.round(performance.now() - this.#sinceMs);
    this.#log.info({ waitedMs }, 'sending resumed');
  }

  /** Stops tracking events that this process no longer sends. */
  forget(events: readonly object[]): void {
    for (const event of events) this.#caught.delete(event);
  }
}
