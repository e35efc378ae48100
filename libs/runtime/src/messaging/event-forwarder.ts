import type { Logger } from '../base/logger.ts';
import { outsideTraces } from '../base/traceparent.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Bus, OutgoingEvent } from './bus.ts';
import { type ObserveSend, observeSends } from './outbox/observe-sends.ts';

export interface EventForwarderOptions {
  readonly bus: Pick<Bus, 'send'>;
  readonly log: Logger;
  readonly telemetry?: Telemetry;
}

/**
 * Sends events that no outbox holds: what they were made of is acknowledged only when they are sent, and comes again
 * until then. So a kill repeats events and loses none.
 */
export class EventForwarder {
  readonly #bus: Pick<Bus, 'send'>;
  readonly #log: Logger;
  readonly #observe: ObserveSend;
  readonly #stopping = new AbortController();

  constructor({ bus, log, telemetry }: EventForwarderOptions) {
    this.#bus = bus;
    this.#log = log;
    this.#observe = observeSends(telemetry);
  }

  /**
   * Resolves when the bus has acknowledged the events, however long that takes.
   *
   * @throws what the bus said last where the forwarder is stopped before.
   */
  async send(events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) return;
    // They belong to traces of their own, and what sends them goes on after the one that is active.
    await outsideTraces(() =>
      retryTransient(() => this.#sendOnce(events), {
        signal: this.#stopping.signal,
        isTransient: () => true,
        onOutage: (err, attempt) => {
          if (attempt === 1) this.#log.warn({ err }, 'sending failed, retrying');
        },
      }),
    );
  }

  /** Tries nothing again any more. */
  stop(): void {
    this.#stopping.abort();
  }

  async #sendOnce(batch: readonly OutgoingEvent[]): Promise<void> {
    const observed = this.#observe(batch);
    try {
      await this.#bus.send(observed.events);
      observed.sent();
    } catch (error) {
      observed.failed(error);
      throw error;
    }
  }
}
