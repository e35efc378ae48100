import { activeTraceparent, isRecorded, TRACEPARENT_HEADER } from '../base/traceparent.ts';
import type { StartedSpan, Tracing } from './tracing.ts';

interface TracedEvent {
  readonly topic: string;
  readonly id: string;
  readonly traceparent: string | null;
}

interface EventWay {
  readonly tracing: Tracing;
  readonly kind: 'PRODUCER' | 'CONSUMER';
  /** The consumer group; none where events are sent. */
  readonly group?: string;
}

/** A batch on its way, each event whose trace is recorded with a span of its own. */
export interface TracedBatch<E> {
  /** The events, each under its span: what comes of it goes on from there. */
  readonly events: readonly E[];
  /** Ends the span of one of these events before the others: it failed. */
  fail(event: E, error: unknown): void;
  /** Ends those that have not ended. */
  end(outcome?: { readonly error?: unknown }): void;
}

/**
 * Begins the spans of a batch. A batch is handled as one, so all its spans begin and end together;
 * each belongs to the trace of its own event. Events of other traces cost a look at their text.
 */
export function traceEvents<E extends TracedEvent>(
  batch: readonly E[],
  { tracing, kind, group }: EventWay,
): TracedBatch<E> {
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

/** A batch of which nothing is traced. */
export function untraced<E>(events: readonly E[]): TracedBatch<E> {
  return { events, fail: () => {}, end: () => {} };
}

interface TracedCall {
  readonly tracing: Tracing | null | undefined;
  /** The service that is called. */
  readonly peer: string;
  readonly method: string;
  /** Which operation it is, where that is known. */
  readonly operation?: string;
}

/**
 * Makes a call to another service in a span and gives it the headers by which the trace goes on there.
 * A call that belongs to no trace begins none: loops call others all the time.
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
