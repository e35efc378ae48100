import { RELEASE } from '@output-review/contracts';

import type { Logger } from '../base/logger.ts';
import { Metrics } from './metrics.ts';
import type { TracesOptions } from './start-tracing.ts';
import type { Tracing } from './tracing.ts';

/** The metrics and traces of a service. */
export interface Telemetry {
  readonly metrics: Metrics;
  /** Null if no collector is configured. */
  readonly tracing: Tracing | null;
}

export interface RunningTelemetry extends Telemetry {
  /** Sends recorded spans. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  readonly service: string;
  readonly log: Logger;
  /** Null disables traces. */
  readonly traces: TracesOptions | null;
}

/** Starts metrics and, if a collector is configured, tracing. Only then are its packages loaded. */
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
