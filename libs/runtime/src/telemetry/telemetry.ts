import type { Logger } from '../log/logger.ts';
import { Metrics } from './metrics.ts';
import { startTracing, type TracesOptions } from './start-tracing.ts';
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

export function startTelemetry({ service, log, traces }: TelemetryOptions): RunningTelemetry {
  const metrics = new Metrics({ log });
  if (!traces) return { metrics, tracing: null, close: () => Promise.resolve() };
  return { metrics, ...startTracing({ ...traces, service, log, metrics }) };
}
