import type { Tally } from '../../telemetry/tallies.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { traceEvents } from '../../telemetry/trace-events.ts';
import type { OutgoingEvent } from '../bus.ts';

/** A batch on its way to the bus. */
export interface ObservedSend {
  /** The events, each with the traceparent for its readers. */
  readonly events: readonly OutgoingEvent[];
  sent(): void;
  failed(error: unknown): void;
}

export type ObserveSend = (batch: readonly OutgoingEvent[]) => ObservedSend;

/** Creates the observer of a sender: counts its events by topic, and traces them. */
export function observeSends(telemetry: Telemetry | undefined): ObserveSend {
  if (!telemetry) return (events) => ({ events, sent: () => {}, failed: () => {} });
  const { metrics, tracing } = telemetry;
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
  return (batch) => {
    const traced = traceEvents(batch, { tracing, kind: 'PRODUCER' });
    return {
      events: traced.events,
      sent: () => {
        for (const { topic } of batch) tallyOf(topic).add();
        traced.end();
      },
      failed: (error) => {
        failures.add();
        traced.end({ error });
      },
    };
  };
}
