import { beforeAll, describe, expect, test } from '@jest/globals';

import { type Manifest, ofKind, parseManifests, workloadsIn } from './manifests/manifest.ts';
import { renderChart } from './manifests/render-chart.ts';
import { type ChartTools, ensureChartTools, INSTALL_TIMEOUT_MS } from './tools/chart-tools.ts';
import { EVERY_PART, exampleValues, VALUES_FILES } from './tools/values-files.ts';

const SERVICES = ['evaluator', 'gateway', 'instructions', 'media', 'review'];
// How long a service may take to stop after SIGTERM; see libs/runtime/src/process/run-service.ts.
const STOP_SECONDS_MAX = 20;

let tools: ChartTools;

beforeAll(async () => {
  tools = await ensureChartTools();
}, INSTALL_TIMEOUT_MS);

async function manifestsWith(values: string, ...set: string[]): Promise<Manifest[]> {
  return parseManifests(await renderChart(tools, { values: [values], set }));
}

describe.each(VALUES_FILES)('pods with the values of %s', (_name, values) => {
  test('comply with the restricted Pod Security Standard', async () => {
    const workloads = workloadsIn(await manifestsWith(values));

    expect(workloads.map(({ name }) => name)).toHaveLength(SERVICES.length + 2);
    for (const { pod } of workloads) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(pod).not.toHaveProperty('hostNetwork');
      for (const container of pod.containers) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
        });
      }
    }
  });

  test('of services have probes on the internal port and a sufficient grace period', async () => {
    const manifests = await manifestsWith(values);

    const services = workloadsIn(manifests).filter(({ kind }) => kind === 'Deployment');
    expect(services.map(({ labels }) => labels['app.kubernetes.io/component']).sort()).toEqual(
      SERVICES,
    );
    for (const { pod } of services) {
      const [container] = pod.containers;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz', port: 'internal' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'internal' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'internal' } },
      });
      const { lifecycle } = container as unknown as {
        lifecycle: { preStop: { sleep: { seconds: number } } };
      };
      const { terminationGracePeriodSeconds: grace } = pod as unknown as {
        terminationGracePeriodSeconds: number;
      };
      expect(grace).toBeGreaterThan(lifecycle.preStop.sleep.seconds + STOP_SECONDS_MAX);
    }
  });

  test('are each selected by one Deployment, one disruption budget and one Service', async () => {
    const manifests = await manifestsWith(values);
    const pods = workloadsIn(manifests).map(({ labels }) => labels);
    const selected = (selector: Record<string, string>) =>
      pods
        .filter((labels) => Object.entries(selector).every(([key, is]) => labels[key] === is))
        .map((labels) => labels['app.kubernetes.io/component']);

    interface Selecting {
      readonly selector: { readonly matchLabels: Record<string, string> };
    }
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      const objects = ofKind<Selecting>(manifests, kind);
      expect(objects.map(({ spec }) => selected(spec.selector.matchLabels)).sort()).toEqual(
        SERVICES.map((name) => [name]),
      );
    }
    const services = ofKind<{ selector: Record<string, string> }>(manifests, 'Service');
    expect(services.map(({ spec }) => selected(spec.selector)).sort()).toEqual(
      [...SERVICES, 'gateway'].sort().map((name) => [name]),
    );
  });

  test('of jobs run before everything else and depend on no later object', async () => {
    const manifests = await manifestsWith(values);

    const isHook = ({ metadata }: Manifest) =>
      metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade';
    const hooks = manifests.filter(isHook);
    const later = manifests.filter((manifest) => !isHook(manifest));
    expect(ofKind(hooks, 'Job').map(weightOf)).toEqual([10, 0]);
    const namesLater = (kind: string) => ofKind(later, kind).map(({ metadata }) => metadata.name);
    for (const { pod } of workloadsIn(hooks)) {
      const secrets = pod.containers.flatMap(({ env }) =>
        env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []),
      );
      expect(secrets.filter((name) => namesLater('Secret').includes(name))).toEqual([]);
      expect(namesLater('ServiceAccount')).not.toContain(pod['serviceAccountName']);
    }
    for (const hook of hooks.filter(({ kind }) => kind !== 'Job')) {
      expect(weightOf(hook)).toBeLessThan(0);
    }
  });
});

describe('the number of replicas', () => {
  test('is left to the autoscaler, so that an upgrade does not reset it', async () => {
    const deployments = ofKind<{ replicas?: number }>(
      await manifestsWith(EVERY_PART),
      'Deployment',
    );

    const replicas = deployments.map(({ metadata, spec }) => [
      metadata.labels?.['app.kubernetes.io/component'],
      spec.replicas,
    ]);
    expect(Object.fromEntries(replicas)).toEqual({
      gateway: undefined,
      evaluator: undefined,
      review: undefined,
      instructions: 2,
      media: 1,
    });
  });

  test('comes from the values without an autoscaler', async () => {
    const deployments = ofKind<{ replicas?: number }>(
      await manifestsWith(exampleValues('minimal'), 'services.evaluator.replicas=5'),
      'Deployment',
    );

    expect(deployments.map(({ spec }) => spec.replicas)).toEqual([5, 2, 2, 2, 2]);
  });
});

describe('secrets', () => {
  test("in values reach the services without the superuser's, and a change restarts the pods", async () => {
    const [before, after] = [
      await manifestsWith(EVERY_PART),
      await manifestsWith(EVERY_PART, 'secrets.values.REVIEW_DATABASE_URL=postgres://review:2@p/d'),
    ];

    const secrets = before.filter(({ kind }) => kind === 'Secret') as (Manifest & {
      stringData: Record<string, string>;
    })[];
    expect(secrets.map(({ stringData }) => 'DATABASE_ADMIN_URL' in stringData)).toEqual([
      false,
      true,
    ]);
    const checksums = [before, after].map((manifests) => {
      const [deployment] = ofKind<{ template: Manifest }>(manifests, 'Deployment');
      return deployment?.spec.template.metadata.annotations?.['checksum/secrets'];
    });
    expect(checksums[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(checksums[1]).not.toBe(checksums[0]);
  });

  test('are given only to the containers that need them', async () => {
    const workloads = workloadsIn(await manifestsWith(exampleValues('managed')));

    const holdersOf = (key: string) =>
      workloads
        .filter(({ pod }) =>
          pod.containers.some(({ env }) =>
            env.some(({ valueFrom }) => valueFrom?.secretKeyRef.key === key),
          ),
        )
        .map(({ labels }) => labels['app.kubernetes.io/component'])
        .sort();
    expect(holdersOf('ASSERTION_PRIVATE_KEY')).toEqual(['gateway']);
    expect(holdersOf('OPERATOR_PRIVATE_KEY')).toEqual([]);
    const all = ['evaluator', 'gateway', 'instructions', 'media', 'review'];
    expect(holdersOf('OPERATOR_PUBLIC_KEY')).toEqual(all);
    expect(holdersOf('OTEL_EXPORTER_OTLP_HEADERS')).toEqual(all);
    expect(holdersOf('DATABASE_ADMIN_URL')).toEqual(['setup']);
    expect(holdersOf('ENCRYPTION_KEY')).toEqual(['evaluator', 'gateway', 'media', 'review']);
    expect(holdersOf('AUDIT_KEY')).toEqual(['evaluator', 'gateway', 'instructions', 'review']);
    expect(holdersOf('SMTP_URL')).toEqual(['gateway', 'review']);
    expect(holdersOf('JUDGE_API_KEY')).toEqual(['evaluator']);
    expect(holdersOf('OBJECT_STORE_SECRET_KEY')).toEqual(['media', 'setup']);
    expect(holdersOf('REVIEW_DATABASE_URL')).toEqual(['migrations', 'review', 'setup']);
  });
});

const weightOf = ({ metadata }: Manifest): number =>
  Number(metadata.annotations?.['helm.sh/hook-weight']);
