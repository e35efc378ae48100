import { RELEASE } from '@output-review/contracts';

import type { Logger } from '../base/logger.ts';
import { Metrics } from './metrics.ts';
import type { TracesOptions } from './start-tracing.ts';
import type { Tracing } from './tracing.ts';

/** How what a service does can be seen from outside. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Null where no collector was named. */
  readonly tracing: Tracing | null;
}

export interface RunningTelemetry extends Telemetry {
  /** Sends what was recorded of traces. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  readonly service: string;
  readonly log: Logger;
  /** Null: no traces. */
  readonly traces: TracesOptions | null;
}

/** Starts to count and, where a collector is named, to trace; only then are the packages for it loaded. */
export async function startTelemetry({
  service,
  log,
  traces,
}: TelemetryOptions): Promise<RunningTelemetry> {
  const metrics = new Metrics({ log });
  const build = metrics.gauge({
    name: 'output_review_build_info',
    help: 'Always 1; the release is in its label.',
    labels: ['release'],
  });
  build.set({ release: RELEASE }, 1);
  if (!traces) return { metrics, tracing: null, close: () => Promise.resolve() };
  const { startTracing } = await import('./start-tracing.ts');
  return { metrics, ...startTracing({ ...traces, service, log, metrics }) };
}
