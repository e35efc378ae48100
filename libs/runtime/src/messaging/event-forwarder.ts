import type { Logger } from '../base/logger.ts';
import { outsideTraces } from '../base/traceparent.ts';
import { rejectionOf } from '../base/wait.ts';
import { retryTransient } from '../postgres/retry-transient.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Bus, OutgoingEvent, PendingEffect } from './bus.ts';
import { FailedSends } from './outbox/failed-sends.ts';
import { type ObserveSend, observeSends } from './outbox/observe-sends.ts';

export interface EventForwarderOptions {
  readonly bus: Pick<Bus, 'send'>;
  readonly log: Logger;
  readonly telemetry?: Telemetry;
}

// The same as a relay's limit: events may be many times larger than their sources.
const BYTES_IN_FLIGHT_MAX = 16 * 1024 * 1024;

/**
 * Sends events without an outbox. Their source is acknowledged only when they are sent, and is redelivered until then.
 * So a kill repeats events and loses none.
 */
export class EventForwarder {
  readonly #bus: Pick<Bus, 'send'>;
  readonly #observe: ObserveSend;
  readonly #outage: FailedSends;
  /** These promises never reject. */
  readonly #inFlight = new Set<Promise<void>>();
  #bytesInFlight = 0;

  constructor({ bus, log, telemetry }: EventForwarderOptions) {
    this.#bus = bus;
    this.#observe = observeSends(telemetry);
    this.#outage = new FailedSends(log);
  }

  /**
   * Starts to send events once there is room for them. They are committed when the bus has acknowledged them, however
   * long that takes.
   *
   * @param signal of the source batch. It ends the wait for room and stops retries.
   */
  async send(events: readonly OutgoingEvent[], signal: AbortSignal): Promise<PendingEffect> {
    while (this.#bytesInFlight >= BYTES_IN_FLIGHT_MAX) {
      await Promise.race([...this.#inFlight, rejectionOf(signal)]);
    }
    if (events.length === 0) return { committed: Promise.resolve() };
    const bytes = events.reduce((sum, { json }) => sum + json.length, 0);
    this.#bytesInFlight += bytes;
    const committed = this.#sendUntil(events, signal);
    const end = (): void => {
      this.#bytesInFlight -= bytes;
      this.#inFlight.delete(ended);
    };
    const ended = committed.then(end, end);
    this.#inFlight.add(ended);
    return { committed };
  }

  /** The events have traces of their own, and sending outlives the active trace. */
  #sendUntil(events: readonly OutgoingEvent[], signal: AbortSignal): Promise<void> {
    return outsideTraces(() =>
      retryTransient(() => this.#sendOnce(events), {
        signal,
        isTransient: () => true,
        onOutage: (err) => this.#outage.failed(events, err),
      }).finally(() => this.#outage.forget(events)),
    );
  }

  async #sendOnce(batch: readonly OutgoingEvent[]): Promise<void> {
    const observed = this.#observe(batch);
    try {
      await this.#bus.send(observed.events);
      observed.sent();
      this.#outage.sent(batch);
    } catch (error) {
      observed.failed(error);
      throw error;
    }
  }
}
