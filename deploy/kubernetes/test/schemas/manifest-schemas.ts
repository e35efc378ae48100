import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type InstallContext, installOnce } from '@output-review/native/install';

import { KUBERNETES_SCHEMAS, writeKubernetesSchemas } from './kubernetes-schemas.ts';
import { RESOURCE_MODULES, writeResourceSchemas } from './resource-schemas.ts';

/**
 * The oldest Kubernetes that Chart.yaml accepts, and the newest that there are schemas for. What both
 * know, those between them know too.
 */
export const KUBERNETES_VERSIONS = ['1.30.0', '1.37.0'] as const;

export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number];

// Raised with each change to how schemas are written: the cache's are then made again.
const FORMAT = 1;

/**
 * Makes strict JSON schemas of all kinds that the chart may use, named as kubeconform looks for them.
 * In a strict schema a field that nobody has defined is a fault.
 *
 * @returns a folder with one in it for each version of Kubernetes
 */
export async function ensureManifestSchemas(context: InstallContext): Promise<string> {
  const inputs = JSON.stringify([
    FORMAT,
    KUBERNETES_VERSIONS,
    KUBERNETES_SCHEMAS,
    RESOURCE_MODULES,
  ]);
  const digest = createHash('sha256').update(inputs).digest('hex').slice(0, 12);
  return await installOnce(join(context.cacheDir, `manifest-schemas-${digest}`), async (draft) => {
    context.onProgress?.('fetching the schemas of Kubernetes and of what extends it');
    for (const version of KUBERNETES_VERSIONS) await mkdir(join(draft, version));
    await writeKubernetesSchemas(draft, KUBERNETES_VERSIONS, context);
    for (const version of KUBERNETES_VERSIONS) {
      await writeResourceSchemas(join(draft, version), context);
    }
  });
}
