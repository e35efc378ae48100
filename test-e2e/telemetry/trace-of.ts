import type { CollectedSpan } from '@output-review/runtime/testing';

/** The way from the first span of a trace to one of a service, by the names of both. */
export function wayTo(spans: readonly CollectedSpan[], last: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === last.parentSpanId);
  const step = `${last.service}: ${last.name}`;
  return parent ? [...wayTo(spans, parent), step] : [step];
}

/** All ways through a trace from its first span to those that nothing follows. */
export function waysOf(spans: readonly CollectedSpan[]): string[][] {
  const parents = new Set(spans.map(({ parentSpanId }) => parentSpanId));
  return spans
    .filter(({ spanId }) => !parents.has(spanId))
    .map((last) => wayTo(spans, last))
    .sort((one, other) => one.join('\n').localeCompare(other.join('\n')));
}
