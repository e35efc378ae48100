import { basename, join } from 'node:path';

import { cacheFolder, ensureProgram, type InstallContext } from '@output-review/native/install';

import { KEDA_MODULE } from '../schemas/resource-schemas.ts';
import { ensureGoModule, type GoModule } from './go-modules.ts';

const [KEDA_PATH = '', KEDA_VERSION = ''] = KEDA_MODULE.split('@');

const KUBERNETES = {
  name: 'kubernetes',
  path: 'k8s.io/kubernetes',
  version: 'v1.35.4',
  programs: ['cmd/kube-apiserver', 'cmd/kube-controller-manager'],
  // The modules of v1.35.4 are published as v0.35.4.
  foldersVersion: 'v0.35.4',
  variables: {
    'k8s.io/component-base/version.gitVersion': 'v1.35.4',
    'k8s.io/component-base/version.gitMajor': '1',
    'k8s.io/component-base/version.gitMinor': '35',
  },
} as const satisfies GoModule;

const KEDA = {
  name: 'keda',
  path: KEDA_PATH,
  version: KEDA_VERSION,
  programs: ['cmd/operator', 'cmd/adapter'],
  variables: { [`${KEDA_PATH}/version.Version`]: KEDA_VERSION },
} as const satisfies GoModule;

export interface ControlPlanePrograms {
  readonly openssl: string;
  readonly etcd: string;
  readonly apiserver: string;
  readonly controllerManager: string;
}

export interface KedaPrograms {
  readonly operator: string;
  readonly adapter: string;
}

// With an empty cache, on two cores that are shared with others.
export const BUILD_TIMEOUT_MS = 60 * 60_000;

const context = (): InstallContext => ({
  cacheDir: cacheFolder(process.env),
  onProgress: (line) => process.stderr.write(`${line}\n`),
});

/** The programs of a control plane, from the cache. Builds missing ones first. */
export async function ensureControlPlane(): Promise<ControlPlanePrograms> {
  const ensure = (name: string, apt: string) =>
    ensureProgram(name, { what: name, packages: [apt] }, context());
  const openssl = await ensure('openssl', 'openssl');
  const etcd = await ensure('etcd', 'etcd-server');
  const [apiserver, controllerManager] = await ensurePrograms(KUBERNETES);
  return { openssl, etcd, apiserver, controllerManager };
}

/** KEDA's operator, and the adapter through which Kubernetes reads its metrics. */
export async function ensureKeda(): Promise<KedaPrograms> {
  const [operator, adapter] = await ensurePrograms(KEDA);
  return { operator, adapter };
}

async function ensurePrograms(
  module: GoModule & { readonly programs: readonly [string, string] },
): Promise<[string, string]> {
  const folder = await ensureGoModule(module, context());
  const [first, second] = module.programs;
  return [join(folder, basename(first)), join(folder, basename(second))];
}
