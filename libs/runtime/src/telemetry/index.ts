export type {
  CounterFamily,
  GaugeFamily,
  HistogramFamily,
  HistogramOptions,
  MetricOptions,
  Metrics,
} from './metrics.ts';
export type { ScrapeSource } from './scrape-sources.ts';
export type { TracesOptions } from './start-tracing.ts';
export type { Distribution, Labels, Tally } from './tallies.ts';
export {
  type RunningTelemetry,
  startTelemetry,
  type Telemetry,
  type TelemetryOptions,
} from './telemetry.ts';
export { traceCall } from './trace-call.ts';
export { activeTraceparent, isRecorded, outsideTraces } from './traceparent.ts';
export type { SpanOptions, StartedSpan, Tracing } from './tracing.ts';
export { watchPool } from './watch-pool.ts';
export { watchDeadLetters } from './watch-dead-letters.ts';
export { watchRelay } from './watch-relay.ts';
