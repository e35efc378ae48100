import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';

import type { Logger } from '../base/logger.ts';
import { within } from '../base/wait.ts';
import type { Metrics } from './metrics.ts';
import { Tracing } from './tracing.ts';

export interface TracesOptions {
  /** Base URL of an OTLP/HTTP collector. Spans are sent to `/v1/traces` below it. */
  readonly endpoint: string;
  /** The sampled share of new traces, from 0 to 1. A trace from outside brings its own decision. */
  readonly sampleRatio: number;
}

export interface StartTracingOptions extends TracesOptions {
  readonly service: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface RunningTracing {
  readonly tracing: Tracing;
  /** Sends recorded spans. Gives up after some seconds. */
  close(): Promise<void>;
}

// A span takes about a kilobyte. When this many wait for the collector, further ones are dropped.
const QUEUE_MAX = 8_192;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 1_000;
// Including retries. A slow collector must not delay the exit of the process either.
const EXPORT_TIMEOUT_MS = 2_000;
const CLOSE_MS = 2_500;

/** Starts recording spans and sending them to a collector. If the collector is down, only spans are lost. */
export function startTracing(options: StartTracingOptions): RunningTracing {
  const { service, endpoint, sampleRatio } = options;
  // One for the whole process. Another service in the process reuses it.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'output-review',
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor(watchExports(exporter, options), {
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: BATCH_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  return {
    tracing: new Tracing(provider.getTracer('output-review')),
    close: () => within(CLOSE_MS, provider.shutdown()),
  };
}

/** Counts delivered and lost spans, and logs changes. */
function watchExports(
  exporter: SpanExporter,
  { log, metrics }: Pick<StartTracingOptions, 'log' | 'metrics'>,
): SpanExporter {
  const spans = metrics.counter({
    name: 'output_review_trace_spans_total',
    help: 'Spans sent to the collector, by outcome: delivered, lost.',
    labels: ['outcome'],
  });
  const delivered = spans.of({ outcome: 'delivered' });
  const lost = spans.of({ outcome: 'lost' });
  let isAway = false;
  const watch = (count: number, { code, error }: ExportResult): void => {
    const isLost = code !== ExportResultCode.SUCCESS;
    (isLost ? lost : delivered).add(count);
    if (isLost && !isAway) log.warn({ err: error }, 'traces not delivered');
    if (!isLost && isAway) log.info({}, 'traces delivered again');
    isAway = isLost;
  };
  return {
    export: (batch: ReadableSpan[], done) => {
      exporter.export(batch, (result) => {
        watch(batch.length, result);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
