import type { Clock } from '../base/clock.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { traceEvents } from '../telemetry/trace-events.ts';
import type { IncomingEvent, Subscription, SubscriptionHandle } from './bus.ts';

type Consumer = Pick<Subscription, 'topic' | 'group'>;

/** A batch that is being handled. */
export interface ObservedBatch {
  /** The events, each with the traceparent for follow-up work. */
  readonly events: readonly IncomingEvent[];
  /** Records that one of the events was dead-lettered. */
  deadLettered(event: IncomingEvent, cause: unknown): void;
  /** Records that all others are handled. */
  done(): void;
  /** Records that the batch is redelivered. */
  broken(error: unknown): void;
}

export type ObserveBatch = (batch: readonly IncomingEvent[]) => ObservedBatch;

export interface ObserveBatchesOptions extends Consumer {
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

// A batch of a busy consumer takes some tens of milliseconds, one that waits out an outage minutes.
const DURATION_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
// From unnoticeable delays to delays that need attention.
const DELAY_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Creates the observer of a consumer: counts, times and traces its batches. */
export function observeBatches({ telemetry, ...consumer }: ObserveBatchesOptions): ObserveBatch {
  const { metrics, tracing } = telemetry;
  const meter = makeMeter(metrics, consumer);
  const { group } = consumer;
  return (batch) => {
    const began = performance.now();
    const traced = traceEvents(batch, { tracing, kind: 'CONSUMER', group });
    let left = batch.length;
    return {
      events: traced.events,
      deadLettered: (event, cause) => {
        left -= 1;
        meter.deadLettered();
        traced.fail(event, cause ?? 'set aside');
      },
      done: () => {
        meter.handled(left, { oldest: batch[0], ms: performance.now() - began });
        traced.end();
      },
      broken: (error) => traced.end({ error }),
    };
  };
}

function makeMeter(
  metrics: Metrics,
  { topic, group, clock }: Omit<ObserveBatchesOptions, 'telemetry'>,
) {
  const labels = { topic, group };
  const events = metrics.counter({
    name: 'output_review_events_handled_total',
    help: 'Events that a consumer has finished, by outcome: handled, set_aside.',
    labels: ['topic', 'group', 'outcome'],
  });
  const handled = events.of({ ...labels, outcome: 'handled' });
  const refused = events.of({ ...labels, outcome: 'set_aside' });
  const durations = metrics
    .histogram({
      name: 'output_review_event_batch_duration_seconds',
      help: 'How long a batch of events took until its effect was committed, including waiting for outages.',
      labels: ['topic', 'group'],
      bounds: DURATION_BOUNDS,
    })
    .of(labels);
  const delays = metrics
    .histogram({
      name: 'output_review_event_delay_seconds',
      help: 'Time from what an event reports to its effect, for the first event of each batch.',
      labels: ['topic', 'group'],
      bounds: DELAY_BOUNDS,
    })
    .of(labels);
  return {
    deadLettered: () => refused.add(),
    handled: (count: number, { oldest, ms }: { oldest: IncomingEvent | undefined; ms: number }) => {
      handled.add(count);
      durations.observe(ms / 1_000);
      const delayMs = clock.now().getTime() - Date.parse(oldest?.time ?? '');
      if (Number.isFinite(delayMs)) delays.observe(Math.max(0, delayMs) / 1_000);
    },
  };
}

/** Exports the lag of a consumer. Every member reports its own part: aggregate with `sum`. */
export function watchSubscription(
  metrics: Metrics,
  { topic, group, handle }: Consumer & { readonly handle: Watched },
): void {
  const lag = metrics.gauge({
    name: 'output_review_consumer_lag_events',
    help: 'Events that wait for a consumer group or are being handled.',
    labels: ['topic', 'group'],
  });
  const lost = metrics.gauge({
    name: 'output_review_topic_log_lost_timestamp_seconds',
    help: 'When it was last found that Kafka has lost events of the topic; 0 if never.',
    labels: ['topic', 'group'],
  });
  const labels = { topic, group };
  metrics.beforeScrape({
    name: `lag of ${group} on ${topic}`,
    read: () => {
      lag.set(labels, handle.lag());
      if (handle.logLostAt) lost.set(labels, (handle.logLostAt()?.getTime() ?? 0) / 1_000);
    },
    clear: () => lag.remove(labels),
  });
}

type Watched = Pick<SubscriptionHandle, 'lag' | 'logLostAt'>;
