import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** The W3C header, and the attribute of events, that carries a trace on. */
export const TRACEPARENT_HEADER = 'traceparent';

/** What the next one in the trace is told. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Whether a trace is recorded, by the text alone: asked for each event of a batch. */
export function isRecorded(traceparent: string | null): traceparent is string {
  if (traceparent === null) return false;
  const flags = Number.parseInt(traceparent.slice(-2), 16);
  return (flags & TraceFlags.SAMPLED) !== 0;
}

/** What the work in hand hands on; null where nobody traces it. */
export function activeTraceparent(): string | null {
  const span = activeSpanContext();
  return span && formatTraceparent(span);
}

/** The trace of the work in hand, for the log. */
export function activeTraceId(): string | null {
  return activeSpanContext()?.traceId ?? null;
}

function activeSpanContext(): SpanContext | null {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? span : null;
}

/**
 * Runs what is begun on behalf of many in nobody's trace: a batch that goes on after the request that
 * happened to begin it would else pass for a part of it.
 */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
