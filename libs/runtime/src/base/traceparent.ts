import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

/** The W3C header, and the attribute of events, that propagates a trace. */
export const TRACEPARENT_HEADER = 'traceparent';

/** Formats the header value for the next hop of the trace. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Whether a trace is sampled, decided from the text alone because it runs for each event of a batch. */
export function isRecorded(traceparent: string | null): traceparent is string {
  if (traceparent === null) return false;
  const flags = Number.parseInt(traceparent.slice(-2), 16);
  return (flags & TraceFlags.SAMPLED) !== 0;
}

/** The traceparent of the current work to pass on, or null if it is not traced. */
export function activeTraceparent(): string | null {
  const span = activeSpanContext();
  return span && formatTraceparent(span);
}

/** The trace ID of the current work, for the log. */
export function activeTraceId(): string | null {
  return activeSpanContext()?.traceId ?? null;
}

function activeSpanContext(): SpanContext | null {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? span : null;
}

/**
 * Runs shared work outside of any trace. Otherwise a batch that outlives the request that started it would appear as
 * part of that request.
 */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
