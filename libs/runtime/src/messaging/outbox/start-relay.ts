import type { ShutdownStack } from '../../lifecycle/shutdown-stack.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.ts';

interface StartRelayOptions extends OutboxRelayOptions {
  /** The label in metrics. */
  readonly outbox: string;
  readonly closers: ShutdownStack;
}

/** Starts the relay of an outbox and its metrics. It stops when the closers close. */
export function startRelay({ outbox, closers, ...options }: StartRelayOptions): OutboxRelay {
  const relay = new OutboxRelay(options);
  watchRelay(options.telemetry.metrics, { outbox, relay });
  relay.start();
  closers.add(`relay of ${outbox}`, () => relay.stop());
  return relay;
}

/** Exports the state of a relay. Replicas share the table: aggregate with `max`, not `sum`. */
export function watchRelay(
  metrics: Metrics,
  { outbox, relay }: { readonly outbox: string; readonly relay: Pick<OutboxRelay, 'stats'> },
): void {
  const labels = ['outbox'] as const;
  const rows = metrics.gauge({
    name: 'output_review_outbox_rows',
    help: 'Events that wait to be sent or acknowledged; counted up to 100,000.',
    labels,
  });
  const age = metrics.gauge({
    name: 'output_review_outbox_oldest_age_seconds',
    help: 'Age of the oldest event that waits to be sent or acknowledged; 0 if there is none.',
    labels,
  });
  const inFlight = metrics.gauge({
    name: 'output_review_outbox_in_flight_events',
    help: 'Events that this process has claimed and whose rows it has not removed yet.',
    labels,
  });
  const bytes = metrics.gauge({
    name: 'output_review_outbox_in_flight_bytes',
    help: 'Bytes of JSON of the events that this process is sending.',
    labels,
  });
  const gauges = [rows, age, inFlight, bytes];
  metrics.beforeScrape({
    name: `outbox ${outbox}`,
    read: async () => {
      const stats = await relay.stats();
      rows.set({ outbox }, stats.rows);
      age.set({ outbox }, stats.oldestMs / 1_000);
      inFlight.set({ outbox }, stats.rowsInFlight);
      bytes.set({ outbox }, stats.bytesInFlight);
    },
    clear: () => {
      for (const gauge of gauges) gauge.remove({ outbox });
    },
  });
}
