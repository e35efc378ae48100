import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { renderChart } from '../manifests/render-chart.ts';
import {
  parseManifests,
  type PodSpec,
  splitManifests,
  workloadsIn,
} from '../manifests/manifest.ts';
import { type ChartTools, ensureChartTools } from '../tools/chart-tools.ts';
import { DEV_SERVERS, EVERY_PART, exampleValues, VALUES_FILES } from '../tools/values-files.ts';
import { BUILD_TIMEOUT_MS } from './cluster-programs.ts';
import { customResourceDefinitions } from './custom-resources.ts';
import { createNamespace } from './namespaces.ts';
import { RefusedError } from './kubernetes-api.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

let tools: ChartTools;
let cluster: Cluster;

beforeAll(async () => {
  tools = await ensureChartTools();
  cluster = await startCluster();
  for (const definition of await customResourceDefinitions()) await apply(definition);
  await apply(PRIORITY_CLASS);
}, BUILD_TIMEOUT_MS);

afterAll(() => cluster.stop());

// The class that every-part.yaml names. A real cluster has its own.
const PRIORITY_CLASS = `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: important }
value: 1000
`;

const apply = (manifest: string, namespace = 'default') => cluster.api.apply(manifest, namespace);

/** Applies all manifests of a text as written, and returns the API server's warnings. */
async function applyAll(manifests: string, namespace: string): Promise<string[]> {
  const warnings: string[] = [];
  for (const manifest of splitManifests(manifests)) {
    warnings.push(...(await apply(manifest, namespace)).warnings);
  }
  return warnings;
}

const createPod = (spec: PodSpec, namespace: string, labels = {}) =>
  cluster.api.create(`/api/v1/namespaces/${namespace}/pods`, {
    metadata: { generateName: 'test-', labels },
    spec,
  });

describe.each(VALUES_FILES)('the chart with the values of %s', (_, values) => {
  test('is accepted field by field without a warning, and each of its Pods is admitted', async () => {
    const namespace = await createNamespace(cluster.api, { podSecurity: 'restricted' });
    const manifests = await renderChart(tools, { values: [values] });

    const warnings = await applyAll(manifests, namespace);

    expect(warnings).toEqual([]);
    const workloads = workloadsIn(parseManifests(manifests));
    expect(workloads).toHaveLength(7);
    for (const { name, labels, pod } of workloads) {
      const { object, warnings } = await createPod(pod, namespace, labels);
      expect([name, object.status, warnings]).toEqual([
        name,
        expect.objectContaining({ phase: 'Pending' }),
        [],
      ]);
    }
  });
});

test('the servers for trying it out are accepted field by field', async () => {
  const namespace = await createNamespace(cluster.api, { podSecurity: 'privileged' });

  expect(await applyAll(await readFile(DEV_SERVERS, 'utf8'), namespace)).toEqual([]);
});

describe('a cluster refuses', () => {
  // The schemas of check:deploy also detect the first three. Only an API server detects the others.
  test.each([
    {
      kind: 'Deployment',
      right: 'readinessProbe:',
      wrong: 'readynessProbe:',
      why: /readynessProbe.*field not declared/,
    },
    {
      kind: 'Deployment',
      right: 'maxUnavailable: 0',
      wrong: 'maxUnavailable: [0]',
      why: /cannot unmarshal array into Go value of type int32/,
    },
    {
      kind: 'ScaledObject',
      right: 'pollingInterval:',
      wrong: 'pollingIntervall:',
      why: /pollingIntervall.*field not declared/,
    },
    {
      kind: 'Deployment',
      right: 'maxSurge: 1',
      wrong: 'maxSurge: 0',
      why: /may not be 0 when `maxSurge` is 0/,
    },
    { kind: 'Deployment', right: 'port: internal', wrong: 'port: Internal', why: /httpGet\.port/ },
    {
      kind: 'Deployment',
      right: 'maxSurge: 1',
      wrong: 'maxSurge: 1\n      maxSurge: 1',
      why: /maxSurge.*already (set|defined)/,
    },
    { kind: 'Service', right: 'port: 9090', wrong: 'port: 90900', why: /between 1 and 65535/ },
  ])('a $kind in which `$right` became `$wrong`', async ({ kind, right, wrong, why }) => {
    const namespace = await createNamespace(cluster.api, { podSecurity: 'restricted' });
    const everyPart = splitManifests(await renderChart(tools, { values: [EVERY_PART] }));
    const manifest = everyPart.find((it) => it.includes(`\nkind: ${kind}\n`) && it.includes(right));

    const refusal = apply(manifest!.replace(right, wrong), namespace);

    await expect(refusal).rejects.toThrow(why);
  });

  test.each<[string, (pod: PodSpec) => object]>([
    [
      'is privileged',
      (pod) => inContainers(pod, { privileged: true, allowPrivilegeEscalation: true }),
    ],
    ['may gain privileges', (pod) => inContainers(pod, { allowPrivilegeEscalation: true })],
    ['keeps its capabilities', (pod) => inContainers(pod, { capabilities: {} })],
    ['may run as root', (pod) => inPod(pod, { runAsNonRoot: false })],
    ['runs as root', (pod) => inPod(pod, { runAsUser: 0 })],
    ['has no seccomp profile', (pod) => inPod(pod, { seccompProfile: undefined })],
    ['uses the network of its node', (pod) => ({ ...pod, hostNetwork: true })],
    ['sees a folder of its node', (pod) => ({ ...pod, volumes: [...volumesOf(pod), HOST_PATH] })],
  ])('one of our Pods that %s', async (_, change) => {
    const namespace = await createNamespace(cluster.api, { podSecurity: 'restricted' });
    const manifests = await renderChart(tools, { values: [exampleValues('minimal')] });
    const [workload] = workloadsIn(parseManifests(manifests));
    // The chart's own service account does not exist here.
    const pod = { ...workload!.pod, serviceAccountName: 'default' };

    const refusal = createPod(change(pod) as PodSpec, namespace);

    await expect(refusal).rejects.toThrow(RefusedError);
    await expect(refusal).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('violates PodSecurity "restricted:latest"'),
    });
  });
});

const HOST_PATH = { name: 'node', hostPath: { path: '/var' } };

const volumesOf = (pod: PodSpec): readonly object[] => pod['volumes'] as readonly object[];

const inPod = (pod: PodSpec, security: object): object => ({
  ...pod,
  securityContext: { ...(pod['securityContext'] as object), ...security },
});

const inContainers = (pod: PodSpec, security: object): object => ({
  ...pod,
  containers: pod.containers.map((container) => ({
    ...container,
    securityContext: { ...(container['securityContext'] as object), ...security },
  })),
});
