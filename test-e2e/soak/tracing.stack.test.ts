import {
  eventually,
  startTraceCollector,
  type TraceCollector,
} from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { uniqueName } from '../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { beginTrace, type BegunTrace, spansOf, waysOf } from '../harness/traces.ts';

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
  const spans = await spansOf(collector, await submitTraced(), { count: 7, timeoutMs: 30_000 });

  expect(waysOf(spans)).toEqual(WHOLE);
  expect(spans.filter(({ isError }) => isError)).toEqual([]);
}, 60_000);

test('a trace survives that Kafka is away and that its gateway is killed meanwhile', async () => {
  const { kafka, services } = system.stack;
  await kafka.kill();
  const trace = await submitTraced();
  // What the killed one had recorded would else be lost with it.
  await spansOf(collector, trace, { count: 2 });
  await services.gateway[0]?.kill();

  await services.gateway[0]?.launch();
  await kafka.start();
  await services.gateway[0]?.ready();

  await eventually(() => {
    const spans = collector.spans.filter(({ traceId }) => traceId === trace.id);
    // Attempts while Kafka was away are spans as well, of which nothing came.
    expect(waysOf(spans).filter((way) => way.at(-1) !== SENT)).toEqual(WHOLE);
  }, 90_000);
}, 180_000);
