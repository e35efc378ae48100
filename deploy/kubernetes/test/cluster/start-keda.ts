import { readFile } from 'node:fs/promises';

import { answersOk, LOOPBACK, portFor, startDaemon } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';

import { ensureKeda } from './cluster-programs.ts';
import { kedaDefinitions } from './custom-resources.ts';
import type { Cluster } from './start-cluster.ts';

const NAMESPACE = 'keda';
const API_SERVICE = 'v1beta1.external.metrics.k8s.io';

/** Starts KEDA's operator and adapter as processes. Resolves when Kubernetes can read their metrics. */
export async function startKeda(cluster: Cluster): Promise<void> {
  const { api } = cluster;
  const { operator, adapter } = await ensureKeda();
  for (const definition of await kedaDefinitions()) await api.apply(definition, NAMESPACE);
  await api.create('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const metricsService = await startOperator(operator, cluster);
  const adapterPort = await startAdapter(adapter, cluster, metricsService);
  const ca = await readFile(cluster.certificate.certificateFile, 'utf8');
  for (const manifest of registrationOf(adapterPort, ca)) await api.apply(manifest, NAMESPACE);
  await eventually(async () => {
    const { status } = await api.get(`/apis/apiregistration.k8s.io/v1/apiservices/${API_SERVICE}`);
    const conditions = status?.['conditions'] as readonly Condition[];
    const available = conditions.find(({ type }) => type === 'Available');
    if (available?.status !== 'True') throw new Error(available?.message);
  }, 120_000);
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message: string;
}

/** @returns the address for the adapter */
async function startOperator(command: string, cluster: Cluster): Promise<string> {
  const { folder } = cluster;
  const probe = `${LOOPBACK}:${await portFor('keda-operator', folder.portsFile)}`;
  const metricsService = `${LOOPBACK}:${await portFor('keda-metrics-service', folder.portsFile)}`;
  await startDaemon({
    name: 'keda-operator',
    folder,
    command,
    args: [
      ...[`--health-probe-bind-address=${probe}`, '--enable-prometheus-metrics=false'],
      `--metrics-service-bind-address=${metricsService}`,
      `--cert-dir=${cluster.certificate.folder}`,
    ],
    env: environmentFor(cluster),
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => answersOk(`http://${probe}/readyz`),
    readyWithinMs: 120_000,
  });
  return metricsService;
}

/** @returns its port */
async function startAdapter(
  command: string,
  cluster: Cluster,
  metricsService: string,
): Promise<number> {
  const { folder, certificate, kubeconfig } = cluster;
  const port = await portFor('keda-adapter', folder.portsFile);
  await startDaemon({
    name: 'keda-adapter',
    folder,
    command,
    args: [
      ...[`--bind-address=${LOOPBACK}`, `--secure-port=${port}`],
      // The port of its own metrics; any free one.
      '--port=0',
      ...[`--metrics-service-address=${metricsService}`, `--cert-dir=${certificate.folder}`],
      ...[`--tls-cert-file=${certificate.certificateFile}`],
      ...[`--tls-private-key-file=${certificate.keyFile}`],
      ...[`--lister-kubeconfig=${kubeconfig}`, `--authentication-kubeconfig=${kubeconfig}`],
      `--authorization-kubeconfig=${kubeconfig}`,
    ],
    env: environmentFor(cluster),
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: async ({ logged }) => (await logged()).includes(`Serving securely on ${LOOPBACK}`),
    readyWithinMs: 120_000,
  });
  return port;
}

const environmentFor = ({ kubeconfig }: Cluster) => ({
  KUBECONFIG: kubeconfig,
  POD_NAMESPACE: NAMESPACE,
  KEDA_CLUSTER_OBJECT_NAMESPACE: NAMESPACE,
  // All namespaces.
  WATCH_NAMESPACE: '',
});

/** Registers the adapter as an extension of the API server, at its port on this machine. */
const registrationOf = (port: number, ca: string): string[] => [
  `apiVersion: v1
kind: Service
metadata: { name: keda-metrics-apiserver }
spec: { type: ExternalName, externalName: ${LOOPBACK} }
`,
  `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: ${API_SERVICE} }
spec:
  service: { namespace: ${NAMESPACE}, name: keda-metrics-apiserver, port: ${port} }
  group: external.metrics.k8s.io
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  caBundle: ${Buffer.from(ca).toString('base64')}
`,
];
