import type { Logger } from '../../base/logger.ts';
import type { Tally } from '../../telemetry/tallies.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { traceEvents } from '../../telemetry/trace-events.ts';
import type { Bus, OutgoingEvent } from '../bus.ts';

export interface ObservedSendsOptions {
  readonly bus: Pick<Bus, 'send'>;
  readonly log: Logger;
  readonly telemetry: Telemetry;
}

/**
 * Sends events of one sender: counts them by topic, traces them, and logs each outage twice: when it affects the first
 * events, and when all affected events have arrived.
 */
export class ObservedSends {
  readonly #bus: Pick<Bus, 'send'>;
  readonly #log: Logger;
  readonly #tracing: Telemetry['tracing'];
  readonly #meter: ReturnType<typeof makeMeter>;
  /** Events whose sending has failed and that have not arrived since. */
  readonly #caught = new Set<object>();
  #sinceMs = 0;

  constructor({ bus, log, telemetry }: ObservedSendsOptions) {
    this.#bus = bus;
    this.#log = log;
    this.#tracing = telemetry.tracing;
    this.#meter = makeMeter(telemetry);
  }

  /**
   * Sends a batch, each event with the traceparent for its readers.
   *
   * @param signal of a stop, after which a failure is expected.
   * @throws as the bus does.
   */
  async send(batch: readonly OutgoingEvent[], signal: AbortSignal): Promise<void> {
    const traced = traceEvents(batch, { tracing: this.#tracing, kind: 'PRODUCER' });
    try {
      await this.#bus.send(traced.events);
    } catch (error) {
      this.#meter.failed();
      traced.end({ error });
      if (!signal.aborted) this.#note(batch, error);
      throw error;
    }
    this.#meter.sent(batch);
    traced.end();
    if (this.#caught.size === 0) return;
    this.forget(batch);
    if (this.#caught.size > 0) return;
    const waitedMs = Math.round(performance.now() - this.#sinceMs);
    this.#log.info({ waitedMs }, 'sending resumed');
  }

  /** Stops tracking events that this process no longer sends. */
  forget(events: readonly object[]): void {
    for (const event of events) this.#caught.delete(event);
  }

  #note(events: readonly object[], err: unknown): void {
    if (this.#caught.size === 0) {
      this.#sinceMs = performance.now();
      this.#log.warn({ err }, 'sending failed, retrying');
    }
    for (const event of events) this.#caught.add(event);
  }
}

function makeMeter({ metrics }: Telemetry) {
  const events = metrics.counter({
    name: 'output_review_events_sent_total',
    help: 'Events that the bus has acknowledged.',
    labels: ['topic'],
  });
  const failures = metrics
    .counter({
      name: 'output_review_event_sends_failed_total',
      help: 'Batches that the bus did not acknowledge; they are sent again.',
      labels: [],
    })
    .of({});
  const tallies = new Map<string, Tally>();
  const tallyOf = (topic: string): Tally => {
    const known = tallies.get(topic) ?? events.of({ topic });
    tallies.set(topic, known);
    return known;
  };
  return {
    sent: (batch: readonly OutgoingEvent[]): void => {
      for (const { topic } of batch) tallyOf(topic).add();
    },
    failed: (): void => failures.add(),
  };
}
