export type { CounterFamily, Metrics } from './metrics.ts';
export type { TracesOptions } from './start-tracing.ts';
export type { Tally } from './tallies.ts';
export { type RunningTelemetry, startTelemetry, type Telemetry } from './telemetry.ts';
export { traceCall } from './trace-events.ts';
export type { Tracing } from './tracing.ts';
