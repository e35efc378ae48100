import { randomBytes } from 'node:crypto';

import {
  type CollectedSpan,
  eventually,
  type TraceCollector,
} from '@output-review/runtime/testing';

/** A trace started by a caller. */
export interface BegunTrace {
  readonly id: string;
  /** Headers to send with the request. */
  readonly headers: Readonly<Record<string, string>>;
}

export function beginTrace(): BegunTrace {
  const id = randomBytes(16).toString('hex');
  return { id, headers: { traceparent: `00-${id}-b7ad6b7169203331-01` } };
}

/** Waits until a trace has this many spans, in any order. @returns the spans. */
export async function spansOf(
  collector: TraceCollector,
  { id }: BegunTrace,
  { count, timeoutMs = 20_000 }: { readonly count: number; readonly timeoutMs?: number },
): Promise<readonly CollectedSpan[]> {
  return eventually(() => {
    const spans = collector.spans.filter(({ traceId }) => traceId === id);
    if (spans.length >= count) return spans;
    throw new Error(`The trace has ${spans.length} spans: ${pathsOf(spans).join('; ')}`);
  }, timeoutMs);
}

/** All paths through a trace from its root span to its leaf spans. */
export function pathsOf(spans: readonly CollectedSpan[]): string[][] {
  const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId));
  return spans
    .filter(({ spanId }) => !parents.has(spanId))
    .map((last) => pathTo(spans, last))
    .sort((one, other) => one.join('\n').localeCompare(other.join('\n')));
}

function pathTo(spans: readonly CollectedSpan[], last: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === last.parentSpanId);
  const step = `${last.service}: ${last.name}`;
  return parent ? [...pathTo(spans, parent), step] : [step];
}
