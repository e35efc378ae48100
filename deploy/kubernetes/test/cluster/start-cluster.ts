import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  answersOk,
  DataFolder,
  killStack,
  LOOPBACK,
  portFor,
  startDaemon,
} from '@output-review/native';

import { type Certificate, makeCertificate } from './certificate.ts';
import { type ControlPlanePrograms, ensureControlPlane } from './cluster-programs.ts';
import { KubernetesApi } from './kubernetes-api.ts';

/** A cluster without nodes: applied objects are validated, admitted and counted, but no container runs. */
export interface Cluster {
  readonly folder: DataFolder;
  readonly api: KubernetesApi;
  /** For programs that act as its administrator. */
  readonly kubeconfig: string;
  readonly certificate: Certificate;
  stop(): Promise<void>;
}

/** The host name with which the API server calls KEDA's adapter. */
const ADAPTER_HOST = 'keda-metrics-apiserver.keda.svc';

// The required controllers: those for pods of Deployments, accounts of namespaces, and scaling.
const CONTROLLERS = [
  ...['deployment-controller', 'replicaset-controller'],
  ...['serviceaccount-controller', 'horizontal-pod-autoscaler-controller'],
];

export async function startCluster(): Promise<Cluster> {
  const programs = await ensureControlPlane();
  const path = await mkdtemp(join(tmpdir(), 'output-review-cluster-'));
  const folder = await DataFolder.open(path);
  const end = async (): Promise<void> => {
    await killStack(path);
    await rm(path, { recursive: true, force: true });
  };
  try {
    const certificate = await makeCertificate(programs.openssl, join(path, 'certificate'), [
      ADAPTER_HOST,
    ]);
    const etcdUrl = await startEtcd(programs, folder);
    const { url, token } = await startApiServer(programs, folder, { etcdUrl, certificate });
    const kubeconfig = await writeKubeconfig(folder, { url, token, certificate });
    await startControllerManager(programs, folder, { kubeconfig, certificate });
    const ca = await readFile(certificate.certificateFile, 'utf8');
    const api = new KubernetesApi({ url, token, ca });
    const stop = async (): Promise<void> => {
      api.close();
      await end();
    };
    return { folder, api, kubeconfig, certificate, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

async function startEtcd({ etcd }: ControlPlanePrograms, folder: DataFolder): Promise<string> {
  const client = `http://${LOOPBACK}:${await portFor('etcd', folder.portsFile)}`;
  const peer = `http://${LOOPBACK}:${await portFor('etcd-peer', folder.portsFile)}`;
  await startDaemon({
    name: 'etcd',
    folder,
    command: etcd,
    args: [
      ...['--data-dir', folder.dataOf('etcd')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `default=${peer}`],
    ],
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => answersOk(`${client}/health`),
    readyWithinMs: 60_000,
  });
  return client;
}

async function startApiServer(
  { apiserver }: ControlPlanePrograms,
  folder: DataFolder,
  { etcdUrl, certificate }: { readonly etcdUrl: string; readonly certificate: Certificate },
): Promise<{ url: string; token: string }> {
  const port = await portFor('kube-apiserver', folder.portsFile);
  const url = `https://${LOOPBACK}:${port}`;
  const token = randomBytes(24).toString('hex');
  const tokens = join(folder.path, 'secrets', 'tokens.csv');
  await writeFile(tokens, `${token},administrator,1,system:masters\n`, { mode: 0o600 });
  const { certificateFile, keyFile } = certificate;
  const ca = await readFile(certificateFile, 'utf8');
  const api = new KubernetesApi({ url, token, ca });
  await startDaemon({
    name: 'kube-apiserver',
    folder,
    command: apiserver,
    args: [
      ...[`--etcd-servers=${etcdUrl}`, `--bind-address=${LOOPBACK}`, `--secure-port=${port}`],
      ...[`--tls-cert-file=${certificateFile}`, `--tls-private-key-file=${keyFile}`],
      ...[`--token-auth-file=${tokens}`, '--authorization-mode=RBAC'],
      // Otherwise the API server itself, not Pod Security, would reject a privileged Pod.
      ...['--allow-privileged=true', '--service-cluster-ip-range=10.0.0.0/24'],
      // Only pods would need its own address.
      '--endpoint-reconciler-type=none',
      ...['--service-account-issuer=https://cluster.test', `--service-account-key-file=${keyFile}`],
      `--service-account-signing-key-file=${keyFile}`,
      // The identity for calls to extension servers.
      ...[
        `--client-ca-file=${certificateFile}`,
        `--requestheader-client-ca-file=${certificateFile}`,
      ],
      ...[
        '--requestheader-username-headers=X-Remote-User',
        '--requestheader-allowed-names=cluster',
      ],
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      ...[`--proxy-client-cert-file=${certificateFile}`, `--proxy-client-key-file=${keyFile}`],
    ],
    stop: { signal: 'SIGTERM', withinMs: 70_000 },
    isReady: async () => {
      await api.get('/readyz');
      return true;
    },
    readyWithinMs: 180_000,
  });
  api.close();
  return { url, token };
}

async function writeKubeconfig(
  folder: DataFolder,
  access: { readonly url: string; readonly token: string; readonly certificate: Certificate },
): Promise<string> {
  const file = join(folder.path, 'secrets', 'kubeconfig');
  const { url, token, certificate } = access;
  const cluster = { server: url, 'certificate-authority': certificate.certificateFile };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'administrator', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'administrator' } }],
    'current-context': 'test',
  };
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

async function startControllerManager(
  { controllerManager }: ControlPlanePrograms,
  folder: DataFolder,
  { kubeconfig, certificate }: { readonly kubeconfig: string; readonly certificate: Certificate },
): Promise<void> {
  const port = await portFor('kube-controller-manager', folder.portsFile);
  await startDaemon({
    name: 'kube-controller-manager',
    folder,
    command: controllerManager,
    args: [
      ...[`--kubeconfig=${kubeconfig}`, '--leader-elect=false', `--bind-address=${LOOPBACK}`],
      ...[`--secure-port=${port}`, `--tls-cert-file=${certificate.certificateFile}`],
      ...[`--tls-private-key-file=${certificate.keyFile}`],
      `--controllers=${CONTROLLERS.join(',')}`,
    ],
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: async ({ logged }) => (await logged()).includes('Caches are synced'),
    readyWithinMs: 60_000,
  });
}
