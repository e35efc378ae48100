import { beforeAll, expect, test } from '@jest/globals';

import { type Manifest, parseManifests } from './manifests/manifest.ts';
import { renderChart } from './manifests/render-chart.ts';
import { type ChartTools, ensureChartTools, INSTALL_TIMEOUT_MS } from './tools/chart-tools.ts';
import { exampleValues } from './tools/values-files.ts';

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

interface Rule {
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface Monitoring {
  readonly targetLabels?: readonly string[];
  readonly groups?: readonly { readonly rules: readonly Rule[] }[];
}

async function monitoringOf(...set: string[]) {
  const values = [exampleValues('managed')];
  const manifests = parseManifests(await renderChart(tools, { values, set }));
  const specOf = (kind: string) =>
    manifests.find((each: Manifest) => each.kind === kind)?.spec as Monitoring | undefined;
  const rules = specOf('PrometheusRule')?.groups?.flatMap((group) => group.rules) ?? [];
  return { rules, targetLabels: specOf('ServiceMonitor')?.targetLabels };
}

const SERIES = /\b(?:output_review_\w+|process_\w+|nodejs_\w+|up)(?:\{[^}]*\})?/g;
const OWN = 'namespace="reviews", app_kubernetes_io_instance="output-review"';

test('each alert uses only the series of its own installation, and names the installation', async () => {
  const { rules, targetLabels } = await monitoringOf();

  expect(targetLabels).toEqual(['app.kubernetes.io/instance']);
  const series = rules.flatMap(({ expr }) => expr.match(SERIES) ?? []);
  expect(series.length).toBeGreaterThan(rules.length);
  expect(series.filter((each) => !each.includes(`{${OWN}`))).toEqual([]);
  for (const { labels } of rules) {
    expect(labels).toEqual({
      ...{ namespace: 'reviews', app_kubernetes_io_instance: 'output-review' },
      severity: expect.stringMatching(/^(page|ticket)$/),
    });
  }
});

test('without a ServiceMonitor, alerts do not require its labels', async () => {
  const { rules } = await monitoringOf('monitoring.serviceMonitor.enabled=false');

  expect(rules.filter(({ expr }) => /namespace|kubernetes/.test(expr))).toEqual([]);
  expect(rules.map(({ labels }) => Object.keys(labels))).toEqual(rules.map(() => ['severity']));
});
