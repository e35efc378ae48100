import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

import { formatTraceparent } from '../base/traceparent.ts';

export interface SpanOptions {
  readonly kind?: keyof typeof SpanKind;
  /** The parent's traceparent; null starts a new trace. If absent, the active span is the parent. */
  readonly parent?: string | null;
  /** Never contents, tokens or secrets. IDs are allowed. */
  readonly attributes?: Attributes;
}

/** A started span. End it once. */
export interface StartedSpan {
  /** The value to propagate. */
  readonly traceparent: string;
  /** Runs work within the span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  set(attributes: Attributes): void;
  end(outcome?: { readonly error?: unknown }): void;
}

/** Creates the spans of one service. It does not exist if tracing is off, so it then costs nothing. */
export class Tracing {
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  start(
    name: string,
    { kind = 'INTERNAL', parent, attributes = {} }: SpanOptions = {},
  ): StartedSpan {
    const within = parent === undefined ? context.active() : contextOf(parent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind[kind], attributes }, within);
    return {
      traceparent: formatTraceparent(span.spanContext()),
      run: (work) => context.with(trace.setSpan(within, span), work),
      rename: (to) => span.updateName(to),
      set: (more) => span.setAttributes(more),
      end: ({ error } = {}) => endSpan(span, error),
    };
  }

  /** Runs work in its own span. */
  async during<T>(
    { name, ...options }: SpanOptions & { readonly name: string },
    work: (span: StartedSpan) => Promise<T>,
  ): Promise<T> {
    const span = this.start(name, options);
    try {
      const result = await span.run(() => work(span));
      span.end();
      return result;
    } catch (error) {
      span.end({ error });
      throw error;
    }
  }
}

function contextOf(traceparent: string | null): Context {
  const parent = traceparent === null ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    // Only the kind of error: a message may quote caller data.
    const message = error instanceof Error ? error.name : typeof error;
    span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
  span.end();
}
