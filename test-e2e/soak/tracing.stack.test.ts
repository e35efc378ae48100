import {
  type CollectedSpan,
  eventually,
  startTraceCollector,
  type TraceCollector,
} from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { uniqueName } from '../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { beginTrace, type BegunTrace, pathsOf, spansOf } from '../harness/traces.ts';

let collector: TraceCollector;
let system: StackSystem;

beforeAll(async () => {
  collector = await startTraceCollector();
  system = await startStackSystem({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
}, 300_000);

afterAll(async () => {
  await system.stop();
  await collector.close();
}, 60_000);

const project = uniqueName('Traced');

async function submitTraced(): Promise<BegunTrace> {
  const trace = beginTrace();
  const answer = await system.automation.post('/api/logs', { project, output: 'Hello' }, trace);
  expect(answer.status).toBe(202);
  return trace;
}

const REQUEST = 'gateway: POST /api/logs';
const SENT = 'gateway: send outputs.submitted';
const WHOLE = [
  [
    ...[REQUEST, SENT, 'evaluator: process outputs.submitted'],
    ...['evaluator: send outputs.evaluated', 'review: process outputs.evaluated'],
  ],
  [REQUEST, SENT, 'review: process outputs.submitted'],
  [REQUEST, 'gateway: store submission'],
];

test('a submission is one trace through three processes, the outboxes and Kafka', async () => {
  const spans = await wholeTrace(await submitTraced(), 30_000);

  expect(spans.filter(({ isError, name }) => isError && !name.startsWith('send '))).toEqual([]);
}, 60_000);

test('a trace continues after an outage of Kafka and a kill of its gateway', async () => {
  const { kafka, services } = system.stack;
  await kafka.kill();
  const trace = await submitTraced();
  // Spans that the killed process had not exported would be lost.
  await spansOf(collector, trace, { count: 2 });
  await services.gateway[0]?.kill();

  await services.gateway[0]?.launch();
  await kafka.start();
  await services.gateway[0]?.ready();

  await wholeTrace(trace, 90_000);
}, 180_000);

/** Waits for every path, ignoring duplicates: on a busy machine an event may be sent twice, or an attempt may fail. */
function wholeTrace({ id }: BegunTrace, timeoutMs: number): Promise<readonly CollectedSpan[]> {
  return eventually(() => {
    const spans = collector.spans.filter(({ traceId }) => traceId === id);
    const ways = new Map(pathsOf(spans).map((way) => [way.join('\n'), way]));
    expect([...ways.values()].filter((way) => way.at(-1) !== SENT)).toEqual(WHOLE);
    return spans;
  }, timeoutMs);
}
