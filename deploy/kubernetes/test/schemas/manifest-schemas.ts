import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type InstallContext, installOnce } from '@output-review/native/install';

import { KUBERNETES_SCHEMAS, writeKubernetesSchemas } from './kubernetes-schemas.ts';
import { RESOURCE_MODULES, writeResourceSchemas } from './resource-schemas.ts';

/**
 * The oldest Kubernetes that Chart.yaml accepts, and the newest with schemas. Fields that both know exist in all
 * versions between.
 */
export const KUBERNETES_VERSIONS = ['1.30.0', '1.37.0'] as const;

export type KubernetesVersion = (typeof KUBERNETES_VERSIONS)[number];

// Increment it when schemas are written differently, so that cached ones are rebuilt.
const FORMAT = 1;

/**
 * Creates strict JSON schemas of all kinds that the chart may use, named as kubeconform expects. In a strict schema an
 * undefined field is a fault.
 *
 * @returns a folder with a subfolder for each Kubernetes version
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
