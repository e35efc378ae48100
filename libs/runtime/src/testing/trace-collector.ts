import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { eventually } from './eventually.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** A span as received by the collector. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface TraceCollector {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Waits until the received spans satisfy the predicate and returns them. */
  until(isEnough: (spans: readonly CollectedSpan[]) => boolean): Promise<readonly CollectedSpan[]>;
  close(): Promise<void>;
}

/** Starts an OTLP/HTTP collector on a free port that stores its spans. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      spans.push(...(body as ExportRequest).resourceSpans.flatMap(spansOf));
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const loopback = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${loopback.port}`,
    spans,
    until: async (isEnough) => {
      await eventually(() => {
        if (isEnough(spans)) return;
        throw new Error(`Not enough spans: ${spans.map(({ name }) => name).join(', ')}`);
      });
      return [...spans];
    },
    close: async () => loopback[Symbol.asyncDispose](),
  };
}

// The parts of OTLP JSON that are read here.
interface ExportRequest {
  readonly resourceSpans: readonly ResourceSpans[];
}

interface ResourceSpans {
  readonly resource: { readonly attributes: readonly Attribute[] };
  readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
}

interface RawSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

const STATUS_ERROR = 2;

function spansOf({ resource, scopeSpans }: ResourceSpans): CollectedSpan[] {
  const service = String(valuesOf(resource.attributes)['service.name']);
  return scopeSpans.flatMap((scope) =>
    scope.spans.map(({ name, kind, traceId, spanId, parentSpanId = '', ...span }) => ({
      ...{ service, name, kind, traceId, spanId, parentSpanId },
      attributes: valuesOf(span.attributes),
      isError: span.status.code === STATUS_ERROR,
    })),
  );
}

/** The attributes as a record of plain values, whatever their type. */
function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
