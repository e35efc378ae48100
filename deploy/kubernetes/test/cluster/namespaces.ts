import { randomBytes } from 'node:crypto';

import { eventually } from '@output-review/runtime/testing';

import type { KubernetesApi } from './kubernetes-api.ts';

export interface NamespaceOptions {
  /** The standard that its Pods are held against. */
  readonly podSecurity: 'privileged' | 'restricted';
}

/** Makes a namespace that no other test uses, and waits until Pods can be created in it. */
export async function createNamespace(
  api: KubernetesApi,
  { podSecurity }: NamespaceOptions,
): Promise<string> {
  const name = `reviews-${randomBytes(4).toString('hex')}`;
  const labels = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, podSecurity]),
  );
  await api.create('/api/v1/namespaces', { metadata: { name, labels } });
  // Pods run under this account unless they name another, and one without an account is refused.
  await eventually(() => api.get(`/api/v1/namespaces/${name}/serviceaccounts/default`));
  return name;
}
