import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '@output-review/runtime/testing';

import { uniqueName } from '../outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../system.ts';
import { waysOf } from './trace-of.ts';

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

/** Submits in a trace of its own; answers all that became of it, once it has so many spans. */
async function traceOf(body: object, count: number): Promise<readonly CollectedSpan[]> {
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const project = uniqueName('Traced');
  await system.automation.post('/api/logs', { project, output: 'Hello', ...body }, { headers });
  const ofTrace = (all: readonly CollectedSpan[]) => all.filter((span) => span.traceId === traceId);
  return ofTrace(await collector.until((all) => ofTrace(all).length >= count));
}

const REQUEST = 'gateway: POST /api/logs';
const SENT = 'gateway: send outputs.submitted';
const EVALUATED = ['evaluator: send outputs.evaluated', 'review: process outputs.evaluated'];

test('a submission is one trace from its request to the review of its result', async () => {
  const spans = await traceOf({}, 7);

  expect(waysOf(spans)).toEqual([
    [REQUEST, SENT, 'evaluator: process outputs.submitted', ...EVALUATED],
    [REQUEST, SENT, 'review: process outputs.submitted'],
    [REQUEST, 'gateway: store submission'],
  ]);
  expect(spans.filter(({ isError }) => isError)).toEqual([]);
});

test('with sync the evaluation is part of the request, and its result goes on from there', async () => {
  const spans = await traceOf({ sync: true }, 9);

  expect(waysOf(spans)).toEqual([
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

test('a request that the gateway forwards is one trace with what its owner does', async () => {
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };

  await system.automation.get('/api/logs?limit=1', { headers });
  const all = await collector.until(
    (spans) => spans.filter((span) => span.traceId === traceId).length === 3,
  );

  expect(waysOf(all.filter((span) => span.traceId === traceId))).toEqual([
    ['gateway: GET /api/logs', 'gateway: GET review', 'review: GET /api/logs'],
  ]);
});
