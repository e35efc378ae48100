import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { outputsDeleted } from '@output-review/contracts';

import { makeLogger } from '../../src/base/logger.ts';
import { activeTraceparent, outsideTraces } from '../../src/base/traceparent.ts';
import { consumeEvents } from '../../src/messaging/consume-events.ts';
import { InProcessBus } from '../../src/messaging/in-process-bus.ts';
import { EventSender } from '../../src/messaging/outbox/event-sender.ts';
import { makeServiceClient } from '../../src/outbound/service-client.ts';
import type { RunningTelemetry } from '../../src/telemetry/telemetry.ts';
import {
  type CollectedSpan,
  FakeClock,
  silentLog,
  startTraceCollector,
  type TraceCollector,
} from '../../src/testing/index.ts';
import { readThing } from '../http/thing-operations.ts';
import { reviewer, startThingService } from '../http/thing-service.ts';
import { anEvent } from '../messaging/sample-events.ts';
import { tracedTelemetry } from './telemetry-fixture.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

let collector: TraceCollector;
const started: RunningTelemetry[] = [];

beforeEach(async () => {
  collector = await startTraceCollector();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((telemetry) => telemetry.close()));
  await collector.close();
});

async function telemetryOf(service: string): Promise<RunningTelemetry> {
  const telemetry = await tracedTelemetry(service, collector.url);
  started.push(telemetry);
  return telemetry;
}

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`No span ${name}`);
  return found;
}

describe('a trace', () => {
  test('continues from the header of a request, and through a call to another service', async () => {
    const owner = await startThingService(undefined, { telemetry: await telemetryOf('review') });
    const telemetry = await telemetryOf('gateway');
    const client = makeServiceClient({
      ...{ service: 'review', baseUrl: () => owner.server.url, log: silentLog, telemetry },
    });
    const assertion = await owner.assertions.issuer.issue(reviewer, readThing);
    const listener = await startThingService(undefined, {
      telemetry,
      before: [
        async (ctx) => {
          ctx.body = await client.call(readThing, { params: { id: 'one' }, assertion });
        },
      ],
    });

    await fetch(`${listener.server.url}/api/any`, { headers: { traceparent: CALLER } });
    const spans = await collector.until(({ length }) => length === 3);
    await Promise.all([client.close(), owner.server.close(0), listener.server.close(0)]);

    const received = spans.find(({ service, kind }) => service === 'gateway' && kind === 2);
    const called = named(spans, 'call readThing');
    const answered = named(spans, 'GET /api/things/{id}');
    expect(received).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331' });
    expect(called).toMatchObject({ traceId: TRACE, parentSpanId: received?.spanId });
    expect(answered).toMatchObject({
      service: 'review',
      traceId: TRACE,
      parentSpanId: called.spanId,
      attributes: { 'http.response.status_code': 200, 'http.route': '/api/things/{id}' },
    });
  });

  test('starts with a request without a traceparent, or with an invalid one', async () => {
    const service = await startThingService(undefined, { telemetry: await telemetryOf('review') });

    for (const headers of [{}, { traceparent: '00-nonsense' }]) {
      await fetch(`${service.server.url}/api/nowhere`, { headers });
    }
    const spans = await collector.until(({ length }) => length === 2);
    await service.server.close(0);

    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual(['', '']);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
  });

  test('that its caller does not sample is not recorded, and is passed on unchanged', async () => {
    const telemetry = await telemetryOf('review');
    let seen: string | null = null;
    const service = await startThingService(undefined, {
      telemetry,
      before: [
        (ctx) => {
          seen = activeTraceparent();
          ctx.body = 'ok';
        },
      ],
    });

    const traceparent = CALLER.replace(/01$/, '00');
    await fetch(`${service.server.url}/api/any`, { headers: { traceparent } });
    await service.server.close(0);
    await telemetry.close();

    expect(seen).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    expect(collector.spans).toEqual([]);
  });

  test('continues through the sender of an outbox and each consumer, separately for each event', async () => {
    const bus = new InProcessBus();
    const handled: (string | null)[] = [];
    consumeEvents({
      ...{ bus, event: outputsDeleted, group: 'media', batchMax: 10, log: silentLog },
      ...{ clock: new FakeClock(), telemetry: await telemetryOf('media') },
      deadLetters: { add: () => Promise.resolve() },
      handle: async (batch) => void handled.push(...batch.map(({ traceparent }) => traceparent)),
    });
    await bus.start();
    const sender = new EventSender({
      ...{ bus, log: silentLog, telemetry: await telemetryOf('gateway'), onSent: () => {} },
    });
    const other = CALLER.replace(TRACE, TRACE.split('').reverse().join(''));

    sender.add([
      { ...anEvent(), traceparent: CALLER, seq: '1' },
      { ...anEvent(), traceparent: other, seq: '2' },
      { ...anEvent(), traceparent: null, seq: '3' },
      { ...anEvent({ json: 'not JSON' }), traceparent: CALLER, seq: '4' },
    ]);
    const spans = await collector.until(({ length }) => length === 6);
    await sender.stop();
    await bus.stop();

    const sent = named(spans, 'send outputs.deleted');
    const processed = spans.find(({ parentSpanId }) => parentSpanId === sent.spanId);
    expect(sent).toMatchObject({ service: 'gateway', kind: 4, traceId: TRACE });
    expect(processed).toMatchObject({
      ...{ service: 'media', name: 'process outputs.deleted', kind: 5, traceId: TRACE },
      attributes: { 'messaging.consumer.group.name': 'media' },
      isError: false,
    });
    expect(handled).toEqual([
      `00-${TRACE}-${processed?.spanId}-01`,
      expect.stringContaining(other.slice(3, 35)),
      null,
    ]);
    expect(spans.filter(({ isError }) => isError)).toMatchObject([
      { name: 'process outputs.deleted', traceId: TRACE },
    ]);
  });

  test('appears in the log lines of its work, and in no others', async () => {
    const telemetry = await telemetryOf('review');
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const log = makeLogger({ service: 'review', level: 'info', stream: { write } });

    await telemetry.tracing?.during({ name: 'work', parent: CALLER }, async () => {
      log.info({}, 'inside');
      outsideTraces(() => log.info({}, 'for many'));
    });
    log.info({}, 'after');

    expect(lines.map(({ msg, traceId }) => [msg, traceId])).toEqual([
      ['inside', TRACE],
      ['for many', undefined],
      ['after', undefined],
    ]);
  });

  test('is lost if the collector is down, without other effects', async () => {
    const telemetry = await tracedTelemetry('review', 'http://127.0.0.1:9');

    telemetry.tracing?.start('work', { parent: CALLER }).end();
    const began = performance.now();
    await telemetry.close();

    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
