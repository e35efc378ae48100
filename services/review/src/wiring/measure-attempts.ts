import type { Metrics } from '@output-review/runtime';

import type { MadeAttempt } from '../use-cases/deliveries/attempt-delivery.ts';

// To the 15 s that an attempt may take.
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const SECOND_MS = 1_000;

/** Tells how long attempts take, and how they end. */
export function measureAttempts(metrics: Metrics): (attempt: MadeAttempt) => void {
  const durations = metrics.histogram({
    name: 'output_review_delivery_attempt_duration_seconds',
    help: 'How long attempts to deliver took, by kind of destination and outcome: delivered, failed.',
    labels: ['kind', 'outcome'],
    bounds: BOUNDS,
  });
  return ({ kind, isDelivered, tookMs }) => {
    const outcome = isDelivered ? 'delivered' : 'failed';
    durations.of({ kind, outcome }).observe(tookMs / SECOND_MS);
  };
}
