import { activeTraceparent, isRecorded, TRACEPARENT_HEADER } from '../base/traceparent.ts';
import type { StartedSpan, Tracing } from './tracing.ts';

interface TracedEvent {
  readonly topic: string;
  readonly id: string;
  readonly traceparent: string | null;
}

interface EventWay {
  /** Null if no collector is configured: the events are then unchanged. */
  readonly tracing: Tracing | null;
  readonly kind: 'PRODUCER' | 'CONSUMER';
  /** The consumer group. Absent for a sender. */
  readonly group?: string;
}

/** A batch in progress. Each event of a sampled trace has its own span. */
export interface TracedBatch<E> {
  /** The events, with their spans as the parents of follow-up work. */
  readonly events: readonly E[];
  /** Ends the span of a failed event before the others. */
  fail(event: E, error: unknown): void;
  /** Ends the remaining spans. */
  end(outcome?: { readonly error?: unknown }): void;
}

/**
 * Starts the spans of a batch. A batch is handled as one, so its spans start and end together, but each belongs to the
 * trace of its own event. For events of unsampled traces this only parses a string.
 */
export function traceEvents<E extends TracedEvent>(
  batch: readonly E[],
  { tracing, kind, group }: EventWay,
): TracedBatch<E> {
  if (!tracing) return { events: batch, fail: () => {}, end: () => {} };
  const verb = kind === 'PRODUCER' ? 'send' : 'process';
  const spans = new Map<E, StartedSpan>();
  const events = batch.map((event) => {
    const { topic, id, traceparent } = event;
    if (!isRecorded(traceparent)) return event;
    const span = tracing.start(`${verb} ${topic}`, {
      kind,
      parent: traceparent,
      attributes: {
        'messaging.operation.type': verb,
        'messaging.destination.name': topic,
        'messaging.message.id': id,
        'messaging.batch.message_count': batch.length,
        ...(group === undefined ? {} : { 'messaging.consumer.group.name': group }),
      },
    });
    const traced = { ...event, traceparent: span.traceparent };
    spans.set(traced, span);
    return traced;
  });
  return {
    events,
    fail: (event, error) => {
      spans.get(event)?.end({ error });
      spans.delete(event);
    },
    end: (outcome) => {
      for (const span of spans.values()) span.end(outcome);
      spans.clear();
    },
  };
}

interface TracedCall {
  readonly tracing: Tracing | null | undefined;
  /** The called service. */
  readonly peer: string;
  readonly method: string;
  /** The operation, if known. */
  readonly operation?: string;
}

/**
 * Makes a call to another service in a span, and passes the headers that propagate the trace. A call outside of a trace
 * starts none, because background loops call other services all the time.
 */
export function traceCall<T>(
  { tracing, peer, method, operation }: TracedCall,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!tracing || activeTraceparent() === null) return call({});
  const name = operation === undefined ? `${method} ${peer}` : `call ${operation}`;
  const attributes = {
    'peer.service': peer,
    'http.request.method': method,
    ...(operation === undefined ? {} : { 'output_review.operation': operation }),
  };
  return tracing.during({ name, kind: 'CLIENT', attributes }, ({ traceparent }) =>
    call({ [TRACEPARENT_HEADER]: traceparent }),
  );
}
