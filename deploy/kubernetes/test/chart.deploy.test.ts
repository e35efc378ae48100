import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, test } from '@jest/globals';

import { runProgram } from '@output-review/native/install';

import { findSchemaFaults } from './manifests/find-schema-faults.ts';
import { renderChart } from './manifests/render-chart.ts';
import { KUBERNETES_VERSIONS } from './schemas/manifest-schemas.ts';
import {
  CHART_DIR,
  type ChartTools,
  ensureChartTools,
  INSTALL_TIMEOUT_MS,
} from './tools/chart-tools.ts';
import { DEV_SERVERS, EVERY_PART, exampleValues, VALUES_FILES } from './tools/values-files.ts';

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

test.each(VALUES_FILES)('the chart with the values of %s passes the linter', async (_, values) => {
  const options = ['--strict', '--kube-version', '1.37.0', '--values', values];

  const output = await runProgram(tools.helm, ['lint', CHART_DIR, ...options]);

  expect(output).toContain('0 chart(s) failed');
});

// All at once, because reading the schemas takes longer than validating manifests.
test.each(KUBERNETES_VERSIONS)(
  'no manifest has a field that is unknown to Kubernetes %s',
  async (kubernetes) => {
    const charts = await Promise.all(
      VALUES_FILES.map(([, values]) => renderChart(tools, { values: [values], kubernetes })),
    );
    const servers = await readFile(DEV_SERVERS, 'utf8');

    const { checked, faults } = await findSchemaFaults(
      [...charts, servers].join('\n---\n'),
      kubernetes,
      tools,
    );

    expect(faults).toEqual([]);
    // Also counts objects that Kubernetes could not parse.
    const objects = [...charts, servers].join('\n').match(/^kind: /gm);
    expect(checked).toBe(objects?.length);
  },
);

// Helm parses numbers in values as floating point and would write them in scientific notation.
test('writes a number of a million in digits', async () => {
  expect(await renderChart(tools, { values: [EVERY_PART] })).not.toMatch(/\de\+\d/);
});

describe('the schema check', () => {
  // Each is a typo with which Kubernetes would fail or, worse, run without the setting.
  test.each([
    ['Deployment', 'readinessProbe:', 'readynessProbe:'],
    ['Deployment', 'readOnlyRootFilesystem: true', 'readOnlyRootFileSystem: true'],
    ['Deployment', 'maxUnavailable: 0', 'maxUnavailable: [0]'],
    ['Job', 'backoffLimit: 3', 'backoffLimit: three'],
    ['NetworkPolicy', 'policyTypes: [Ingress, Egress]', 'policyType: [Ingress, Egress]'],
    ['PodDisruptionBudget', 'maxUnavailable: 1', 'maxUnavailabel: 1'],
    ['HorizontalPodAutoscaler', 'maxReplicas:', 'maximumReplicas:'],
    ['ScaledObject', 'pollingInterval: 15', 'pollingIntervall: 15'],
    ['ScaledObject', 'lagThreshold: "1000000"', 'lagThreshold: 1000000'],
    ['ScaledObject', 'failureThreshold: 4', 'failureThreshold: four'],
    ['TriggerAuthentication', 'parameter: connection', 'parametre: connection'],
    ['HTTPRoute', 'backendRefs:', 'backends:'],
    ['ServiceMonitor', 'jobLabel:', 'joblabel:'],
    ['ServiceMonitor', 'labels:', 'lables:'],
  ])('detects in a %s that `%s` became `%s`', async (kind, right, wrong) => {
    const everyPart = await renderChart(tools, { values: [EVERY_PART] });
    const slipped = objectWith(everyPart, kind, right).replace(right, wrong);

    const { faults } = await findSchemaFaults(slipped, '1.37.0', tools);

    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${kind} `))]);
  });

  test('rejects a kind without a schema', async () => {
    const unknown = 'apiVersion: example.com/v1\nkind: Wish\nmetadata: { name: peace }\n';

    const { faults } = await findSchemaFaults(unknown, '1.37.0', tools);

    expect(faults).toEqual([expect.stringMatching(/^Wish peace: could not find schema/)]);
  });
});

describe('values', () => {
  test.each([
    ['kafka.bokers=kafka:9092', "at '/kafka': additional properties 'bokers' not allowed"],
    ['services.gateway.replicas=two', "at '/services/gateway/replicas': got string, want integer"],
    ['secrets.values.REDIS_ULR=x', "at '/secrets/values': additional properties 'REDIS_ULR'"],
    ['kafka.sasl.mechanism=gssapi', "at '/kafka/sasl/mechanism': value must be one of"],
    ['rateLimitPerMinute=null', "missing property 'rateLimitPerMinute'"],
    ['egressAllowCidrs={10.0.0.0}', "at '/egressAllowCidrs/0': '10.0.0.0' does not match"],
    ['kafka.brokers={kafka}', "at '/kafka/brokers/0': 'kafka' does not match"],
    ['setup.steps={databases}', "at '/setup/steps/0': value must be one of"],
  ])('with %s are refused, and the fault is named', async (set, fault) => {
    const values = [exampleValues('minimal')];

    await expect(renderChart(tools, { values, set: [set] })).rejects.toThrow(fault);
  });

  test('that are missing are all reported at once', async () => {
    const refusal = renderChart(tools, { values: [] });

    await expect(refusal).rejects.toThrow(/'\/publicUrl'/);
    await expect(refusal).rejects.toThrow(/'\/kafka\/brokers'/);
    await expect(refusal).rejects.toThrow(/'\/objectStore\/endpoint'/);
  });

  test('that conflict are all reported at once', async () => {
    const set = [
      'secrets.existingSecret=',
      'ingress.enabled=true',
      'httpRoute.enabled=true',
      'keda.minReplicas=20',
      'judge.provider=openai',
      'services.review.autoscaling.minReplicas=9',
    ];

    await expect(renderChart(tools, { values: [exampleValues('minimal')], set })).rejects.toThrow(
      [
        'Invalid values:',
        '- secrets.existingSecret must name a Secret (or, for a trial, set secrets.values)',
        '- ingress.host is required if ingress.enabled is true',
        '- httpRoute.parentRefs is required if httpRoute.enabled is true',
        '- keda.minReplicas must not be above keda.maxReplicas',
        '- judge.model is required if judge.provider is set',
        '- services.review.autoscaling.minReplicas must not be above maxReplicas',
      ].join('\n'),
    );
  });
});

/** The first object of a kind that contains the text. */
function objectWith(manifests: string, kind: string, text: string): string {
  const object = manifests
    .split(/^---$/m)
    .find((each) => each.includes(`\nkind: ${kind}\n`) && each.includes(text));
  if (object === undefined) throw new Error(`No ${kind} has \`${text}\``);
  return object;
}
