import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SERVICES } from '@output-review/contracts';
import { startTraceCollector, type TraceCollector } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { type EmbeddedSystem, startEmbeddedSystem } from '../../harness/system.ts';
import {
  readAskedMetrics,
  readDocumentedMetrics,
  scrape,
  type ScrapedMetric,
} from './read-metrics.ts';

const PROJECT = uniqueName('Support');

let collector: TraceCollector;
let system: EmbeddedSystem;
const ids: string[] = [];
const scraped = new Map<string, Map<string, ScrapedMetric>>();

beforeAll(async () => {
  collector = await startTraceCollector();
  system = await startEmbeddedSystem({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  for (const sync of [false, true, false]) {
    const { id } = await submit(system.automation, { project: PROJECT, output: 'Hello', sync });
    ids.push(id);
    await awaitVerdict(system.automation, id);
  }
  // By then the first batch of spans has been exported.
  await collector.until(({ length }) => length > 0);
  for (const service of SERVICES) {
    scraped.set(service, await scrape(system.embedded.services[service].url));
  }
}, 60_000);

afterAll(async () => {
  await system.stop();
  await collector.close();
});

const ownMetricsOf = (service: string): string[] =>
  [...(scraped.get(service)?.keys() ?? [])].filter((name) => name.startsWith('output_review_'));

describe('the metrics listed in docs/observability.md', () => {
  test('are exactly those that each service exports', async () => {
    const documented = await readDocumentedMetrics();

    for (const service of SERVICES) {
      const listed = documented.filter(({ exportedBy }) => exportedBy.includes(service));
      expect([service, ownMetricsOf(service).sort()]).toEqual([
        service,
        listed.map(({ name }) => name).sort(),
      ]);
    }
  });

  test('have the documented type, labels and help text', async () => {
    for (const { name, kind, labels, help, exportedBy } of await readDocumentedMetrics()) {
      const found = exportedBy.flatMap((service) => scraped.get(service)?.get(name) ?? []);
      for (const metric of found) {
        expect({ name, kind: metric.kind, help: metric.help }).toEqual({ name, kind, help });
        // A metric without samples has no labels.
        if (metric.labels.length > 0) expect([name, metric.labels]).toEqual([name, labels]);
      }
    }
  });
});

describe('the metrics used by alerts and dashboards', () => {
  test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboards/output-review.json'])(
    'are exported by the services: %s',
    async (path) => {
      const exported = new Set(
        SERVICES.flatMap((service) => [...(scraped.get(service)?.keys() ?? [])]),
      );

      const asked = await readAskedMetrics(path);

      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((name) => !exported.has(name))).toEqual([]);
    },
  );
});

test('no label contains a workspace, an output, a project or a path', () => {
  const values = SERVICES.flatMap((service) =>
    [...(scraped.get(service)?.values() ?? [])].flatMap((metric) => metric.values),
  );

  expect(values.length).toBeGreaterThan(50);
  for (const value of values) {
    expect(value).not.toMatch(/^\/|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect([...ids, PROJECT]).not.toContain(value);
  }
});

test('the process metrics are exported once, although five services share the process', () => {
  const exporters = SERVICES.filter((service) =>
    scraped.get(service)?.has('process_cpu_seconds_total'),
  );

  expect(exporters).toEqual(['gateway']);
});

test('the public listener exports no metrics', async () => {
  const answer = await system.stranger.get('/metrics');

  expect(answer.status).toBe(404);
});
