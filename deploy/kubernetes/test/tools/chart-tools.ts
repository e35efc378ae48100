import { join } from 'node:path';

import { cacheFolder, ensureGoProgram, type InstallContext } from '@output-review/native/install';

import { ensureManifestSchemas } from '../schemas/manifest-schemas.ts';

export interface ChartTools {
  readonly helm: string;
  readonly kubeconform: string;
  /** A folder for each version of Kubernetes, with a schema for each kind of object in it. */
  readonly schemasDir: string;
}

// Helm takes some minutes to build on two cores.
export const INSTALL_TIMEOUT_MS = 20 * 60_000;

/** What the chart is checked with: out of the cache, and put there first where it is missing. */
export async function ensureChartTools(): Promise<ChartTools> {
  const context: InstallContext = {
    cacheDir: cacheFolder(process.env),
    onProgress: (line) => process.stderr.write(`${line}\n`),
  };
  // One after the other: each build takes all cores anyway.
  const kubeconform = await ensureGoProgram('kubeconform', context);
  const helm = await ensureGoProgram('helm', context);
  const schemasDir = await ensureManifestSchemas(context);
  return { helm, kubeconform, schemasDir };
}

export const CHART_DIR = join(import.meta.dirname, '../../output-review');
