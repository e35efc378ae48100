import {
  ObservedSends,
  type ObservedSendsOptions,
  type OutgoingEvent,
  outsideTraces,
  type PendingEffect,
  rejectionOf,
  retryTransient,
} from '@output-review/runtime';

// The same as a relay's limit: events may be many times larger than their sources.
const BYTES_IN_FLIGHT_MAX = 16 * 1024 * 1024;

/**
 * Sends events without an outbox. Their source is acknowledged only when they are sent, and is redelivered until then.
 * So a kill repeats events and loses none.
 */
export class EventForwarder {
  readonly #sends: ObservedSends;
  /** These promises never reject. */
  readonly #inFlight = new Set<Promise<void>>();
  #bytesInFlight = 0;

  constructor(options: ObservedSendsOptions) {
    this.#sends = new ObservedSends(options);
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
      retryTransient(() => this.#sends.send(events, signal), {
        signal,
        isTransient: () => true,
      }).finally(() => this.#sends.forget(events)),
    );
  }
}
