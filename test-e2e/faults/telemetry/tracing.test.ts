import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTraceCollector, type TraceCollector } from '@output-review/runtime/testing';

import { uniqueName } from '../../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import { beginTrace, type BegunTrace, pathsOf, spansOf } from '../../harness/traces.ts';

let collector: TraceCollector;
let system: EmbeddedSystem;

beforeAll(async () => {
  collector = await startTraceCollector();
  system = await startEmbeddedSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
}, 60_000);

afterAll(async () => {
  await system.stop();
  await collector.close();
});

async function submitTraced(body: object): Promise<BegunTrace> {
  const trace = beginTrace();
  const project = uniqueName('Traced');
  await system.automation.post('/api/logs', { project, output: 'Hello', ...body }, trace);
  return trace;
}

const REQUEST = 'gateway: POST /api/logs';
const SENT = 'gateway: send outputs.submitted';
const EVALUATED = ['evaluator: send outputs.evaluated', 'review: process outputs.evaluated'];

test('a submission is one trace from its request to the processing of its result in review', async () => {
  const spans = await spansOf(collector, await submitTraced({}), { count: 7 });

  expect(pathsOf(spans)).toEqual([
    [REQUEST, SENT, 'evaluator: process outputs.submitted', ...EVALUATED],
    [REQUEST, SENT, 'review: process outputs.submitted'],
    [REQUEST, 'gateway: store submission'],
  ]);
  expect(spans.filter(({ isError }) => isError)).toEqual([]);
});

test('a sync evaluation is part of the request, and its result continues the trace', async () => {
  const spans = await spansOf(collector, await submitTraced({ sync: true }), { count: 9 });

  expect(pathsOf(spans)).toEqual([
    [
      REQUEST,
      'gateway: call evaluateNow',
      expect.stringMatching(/^evaluator: POST \/internal\//),
      ...EVALUATED,
    ],
    [REQUEST, SENT, 'evaluator: process outputs.submitted'],
    [REQUEST, SENT, 'review: process outputs.submitted'],
    [REQUEST, 'gateway: store submission'],
  ]);
});

test('a forwarded request is one trace with the work of the owning service', async () => {
  const trace = beginTrace();

  await system.automation.get('/api/logs?limit=1', trace);

  expect(pathsOf(await spansOf(collector, trace, { count: 3 }))).toEqual([
    ['gateway: GET /api/logs', 'gateway: GET review', 'review: GET /api/logs'],
  ]);
});
