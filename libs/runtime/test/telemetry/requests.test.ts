import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { makeMetricsRoute } from '../../src/http/observe-requests.ts';
import type { RunningTelemetry } from '../../src/telemetry/telemetry.ts';
import { readThing } from '../http/thing-operations.ts';
import { reviewer, startThingService, type ThingService } from '../http/thing-service.ts';
import { samplesOf, untracedTelemetry } from './telemetry-fixture.ts';

const COUNT = 'output_review_http_request_duration_seconds_count';

describe('the requests of a service', () => {
  let telemetry: RunningTelemetry;
  let service: ThingService;
  let assertion: string;

  beforeAll(async () => {
    telemetry = await untracedTelemetry();
    const before = [makeMetricsRoute(telemetry.metrics)];
    service = await startThingService(undefined, { telemetry, before });
    assertion = await service.assertions.issuer.issue(reviewer, readThing);
  });
  afterAll(() => service.server.close(0));

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.server.url}${path}`, { headers });

  test('are measured by operation and status, even if refused or without a route', async () => {
    await get('/api/things/one', { 'x-output-review-assertion': assertion });
    await get('/api/things/two', { 'x-output-review-assertion': assertion });
    await get('/api/things/one');
    await get('/api/nowhere/1');
    await get('/api/nowhere/2');

    expect(await samplesOf(telemetry, COUNT)).toEqual([
      '{operation="readThing",status="200"} 2',
      '{operation="readThing",status="401"} 1',
      '{operation="other",status="404"} 2',
    ]);
  });

  test('from probes and scrapes are not measured', async () => {
    const before = await samplesOf(telemetry, COUNT);

    await get('/healthz');
    await get('/readyz');
    const scrape = await get('/metrics');

    expect(scrape.status).toBe(200);
    expect(scrape.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await scrape.text()).toContain('# TYPE output_review_http_request_duration_seconds');
    expect(await samplesOf(telemetry, COUNT)).toEqual(before);
  });

  test('get no metrics from a listener without a route for them', async () => {
    const other = await startThingService(undefined, { telemetry });

    const answer = await fetch(`${other.server.url}/metrics`);
    await other.server.close(0);

    expect(answer.status).toBe(404);
  });
});
