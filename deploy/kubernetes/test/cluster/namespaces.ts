import { randomBytes } from 'node:crypto';

import { eventually } from '@output-review/runtime/testing';

import type { KubernetesApi } from './kubernetes-api.ts';

export interface NamespaceOptions {
  /** The Pod Security Standard that is enforced. */
  readonly podSecurity: 'privileged' | 'restricted';
}

/** Creates a namespace for one test, and waits until Pods can be created in it. */
export async function createNamespace(
  api: KubernetesApi,
  { podSecurity }: NamespaceOptions,
): Promise<string> {
  const name = `reviews-${randomBytes(4).toString('hex')}`;
  const labels = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, podSecurity]),
  );
  await api.create('/api/v1/namespaces', { metadata: { name, labels } });
  // Pods use this account by default, and Pods without an account are rejected.
  await eventually(() => api.get(`/api/v1/namespaces/${name}/serviceaccounts/default`));
  return name;
}
