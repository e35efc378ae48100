import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { type IncomingEvent, type RunningTelemetry, startTelemetry } from '@output-review/runtime';
import {
  eventually,
  silentLog,
  startTraceCollector,
  type TraceCollector,
} from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../test/start-test-gateway.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

let collector: TraceCollector;
let telemetry: RunningTelemetry;
let system: TestGateway;
const sent: IncomingEvent[] = [];

beforeAll(async () => {
  collector = await startTraceCollector();
  const traces = { endpoint: collector.url, sampleRatio: 1 };
  telemetry = await startTelemetry({ service: 'gateway', log: silentLog, traces });
  system = await startTestGateway({ telemetry });
  system.bus.subscribe({
    ...{ topic: TOPICS.outputsSubmitted, group: 'test', batchMax: 500 },
    handle: async (batch) => void sent.push(...batch),
  });
});

afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await telemetry.close();
  await collector.close();
});

const submit = (id: string, headers: Record<string, string> = {}) =>
  system.tokenApi.post('/api/logs', { project: 'Support', output: 'text', id }, headers);

const eventsOf = (id: string) => sent.filter(({ key }) => key.endsWith(`/${id}`));

test('the event of a submission belongs to the trace of its request', async () => {
  await submit('traced', { traceparent });
  await eventually(() => expect(eventsOf('traced')).toHaveLength(1));

  const spans = await collector.until(
    (all) => all.filter(({ traceId }) => traceId === TRACE).length === 3,
  );

  const [request] = spans.filter(({ name }) => name === 'POST /api/logs');
  const [stored] = spans.filter(({ name }) => name === 'store submission');
  const [passedOn] = spans.filter(({ name }) => name === 'send outputs.submitted');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(stored?.parentSpanId).toBe(request?.spanId);
  expect(passedOn?.parentSpanId).toBe(request?.spanId);
  expect(eventsOf('traced')[0]?.traceparent).toBe(`00-${TRACE}-${passedOn?.spanId}-01`);
});

test('an event left by a killed process is sent in the trace of its request', async () => {
  await submit('left', { traceparent });
  await eventually(() => expect(eventsOf('left')).toHaveLength(1));
  await system.sql.query(
    `INSERT INTO submission_outbox (workspace_id, id, created_at)
     SELECT workspace_id, id, now() - interval '1 minute' FROM submissions WHERE id = 'left'`,
  );

  await eventually(() => expect(eventsOf('left')).toHaveLength(2));

  expect(eventsOf('left')[1]?.traceparent).toContain(TRACE);
});

test('submissions that share a commit keep their own traces', async () => {
  const traces = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(31) + 'f');

  await Promise.all(
    traces.map((traceId) =>
      submit(`of-${traceId}`, { traceparent: `00-${traceId}-b7ad6b7169203331-01` }),
    ),
  );
  await eventually(() => {
    expect(traces.flatMap((traceId) => eventsOf(`of-${traceId}`))).toHaveLength(5);
  });

  for (const traceId of traces) {
    expect(eventsOf(`of-${traceId}`)[0]?.traceparent).toContain(traceId);
  }
});

test('a registry change publishes its event in the trace of the request', async () => {
  const changes: IncomingEvent[] = [];
  system.bus.subscribe({
    ...{ topic: TOPICS.projectsChanged, group: 'test', batchMax: 500 },
    // The sweeper may only now send the events of the earlier submissions.
    handle: async (batch) =>
      void changes.push(...batch.filter(({ json }) => json.includes('Traced'))),
  });
  const admin = await system.signIn();

  await admin.post('/api/projects', { name: 'Traced' }, { traceparent });

  await eventually(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.traceparent).toContain(TRACE);
});
